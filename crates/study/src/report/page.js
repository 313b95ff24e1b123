"use strict";
// Tables sort by a click on a heading, or Enter: first ascending, then descending. What is not known stays last.
for (const table of document.querySelectorAll("table.sortable")) {
  table.classList.add("sorts");
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.tabIndex = 0;
    const words = heading.classList.contains("words");
    const order = (row) => {
      const cell = row.cells[column];
      if (words) return cell.textContent;
      const value = Number(cell.dataset.order ?? cell.firstChild?.textContent.replaceAll(",", ""));
      return Number.isNaN(value) ? 1e102 : value;
    };
    const sort = () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [order(row), row]);
      const sign = down ? -1 : 1;
      rows.sort(([a], [b]) => {
        if (words) return sign * a.localeCompare(b, "en", { numeric: true });
        if ((a >= 1e101) !== (b >= 1e101)) return a - b;
        return sign * (a - b);
      });
      body.append(...rows.map(([, row]) => row));
    };
    heading.addEventListener("click", sort);
    heading.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort();
      }
    });
  });
}

// The first scatter plot of each part shows any two configurations.
for (const pairs of document.querySelectorAll(".pairs")) {
  const { names, instances } = JSON.parse(pairs.querySelector(".times").textContent);
  const figure = pairs.querySelector(".choice");
  const plot = figure.querySelector("svg");
  const [low, high, left, bottom, side, border] =
    ["low", "high", "left", "bottom", "side", "border"].map((name) => Number(plot.dataset[name]));
  const along = (time) => {
    if (time < 0) return side + border / 2;
    const part = Math.log(Math.max(time, low) / low) / Math.log(high / low);
    return side * Math.min(part, 1);
  };
  const bold = (name) => Object.assign(document.createElement("b"), { textContent: name });
  const draw = (x, y) => {
    const count = { all: 0, x: 0, y: 0, onlyX: 0, onlyY: 0, neither: 0 };
    const points = instances.flatMap(([name, family, times]) => {
      const [a, b] = [times[x], times[y]];
      if (a === null || b === null) return [];
      count.all += 1;
      if (a < 0 && b < 0) count.neither += 1;
      else if (b < 0) count.onlyX += 1;
      else if (a < 0) count.onlyY += 1;
      else if (a < b) count.x += 1;
      else if (b < a) count.y += 1;
      const space = "http://www.w3.org/2000/svg";
      const point = document.createElementNS(space, "use");
      point.setAttribute("href", `#m${family % 7}`);
      point.setAttribute("class", `s${family % 8}`);
      point.setAttribute("x", left + along(a));
      point.setAttribute("y", bottom - along(b));
      const title = document.createElementNS(space, "title");
      const seconds = (time) => (time < 0 ? "not solved" : `${time.toPrecision(3)} s`);
      title.textContent = `${name}: ${seconds(a)}, ${seconds(b)}`;
      point.append(title);
      return [point];
    });
    plot.querySelector(".points").replaceChildren(...points);
    const short = (name) => (name.length > 44 ? `${name.slice(0, 43)}…` : name);
    plot.querySelector(".name-x").textContent = `x: ${short(names[x])}, CPU s`;
    plot.querySelector(".name-y").textContent = `y: ${short(names[y])}, CPU s`;
    figure.querySelector("figcaption").replaceChildren(
      `Of ${count.all} instances both apply to: `, bold(names[x]), ` faster on ${count.x}, `, bold(names[y]),
      ` faster on ${count.y}; solved only by `, bold(names[x]), `: ${count.onlyX}, only by `, bold(names[y]),
      `: ${count.onlyY}, by neither: ${count.neither}.`);
  };
  if (names.length < 3) continue;
  const choose = (axis) => {
    const select = document.createElement("select");
    select.append(...names.map((name, rank) => new Option(name, rank)));
    select.value = figure.dataset[axis];
    const label = document.createElement("label");
    label.append(axis, select);
    return [label, select];
  };
  const [labelY, selectY] = choose("y");
  const [labelX, selectX] = choose("x");
  figure.prepend(labelY, labelX);
  for (const select of [selectX, selectY]) {
    select.addEventListener("change", () => draw(Number(selectX.value), Number(selectY.value)));
  }
}
