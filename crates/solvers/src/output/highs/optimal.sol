Model status
Optimal

# Primal solution values
Feasible
Objective 1
# Columns 21
x1_press_r1c1 1
x2_press_r1c2 0
x3_press_r1c3 0
x4_press_r2c1 0
x5_press_r2c2 0
x6_press_r2c3 0
x7_press_r3c1 0
x8_press_r3c2 0
x9_press_r3c3 0
x10 0
x11 0
x12 0
x13 0
x14 0
x15 0
x16 0
x17 0
x18 0
x19 0
x20 0
x21 0
# Rows 12
r1 1
r2 1
r3 0
r4 1
r5 0
r6 0
r7 0
r8 0
r9 0
r10 0
r11 1
r12 1

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
