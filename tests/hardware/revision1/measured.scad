// What the checks ask of a case, asked of the first revision. Boards and displays are the same true bodies that the second
// revision is measured with.
include <table.scad>
include <../../../hardware/case/bodies.scad>
asked = "";
corner = [pi_at[0] - 32.5, pi_at[1] - 28, floor_t + 6];

if (asked == "in_shell") shell();
if (asked == "in_base") base();
if (asked == "clamps") clamps_in_place();
if (asked == "screen") translate([0, 0, high - top_t]) linear_extrude(glass_t) square(glass, center = true);
if (asked == "glass") translate([0, 0, high - top_t - glass_t]) linear_extrude(glass_t) square(glass, center = true);
if (asked == "pi") translate(corner) pi_body("pi4");
if (asked == "drawn_pi") translate([pi_at[0] - 42.5, -28, floor_t + 6]) cube([85, 56, 1.6]);
if (asked == "posts") for (x = [-29, 29], y = [-24.5, 24.5]) translate([pi_at[0] + x, pi_at[1] + y, floor_t + 6]) cylinder(h = 3, d = 2.5);
if (asked == "drawn_holes") for (x = [3.5, 61.5], y = [3.5, 52.5])
    translate([pi_at[0] - 42.5 + x, -28 + y, floor_t + 6]) cylinder(h = 3, d = 2.5);
if (asked == "buttons") both_pairs() on_slope() translate([button_x, 0, 0]) translate([0, 0, -button_depth]) cylinder(h = button_depth, d = button_hole - 1);
if (asked == "power") translate(corner + [11.2 - 6.2, -30, 0]) cube([12.4, 28.8, 7]);
if (asked == "hdmi") for (x = [25.8, 39.2]) translate(corner + [x - 5.5, -35, -0.6]) cube([11, 33.8, 8]);
if (asked == "core_clamps") for (c = clamps) translate([c[0], c[1], high - top_t - glass_t - 5]) cylinder(h = 8, d = 1.9);
if (asked == "thread_clamps") for (c = clamps) translate([c[0], c[1], high - top_t - glass_t - 5]) cylinder(h = 8, d = 2.5);
if (asked == "rays_oleds") both_pairs() on_slope() for (x = [-12 : 4 : 12], y = [-6 : 3 : 6])
    translate([oled_x + x, 2 + y, -wall - 0.1]) cylinder(h = 12, d = 0.2, $fn = 6);
if (asked == "rays_air") for (x = [24 : 9 : 60]) translate(corner + [x, 28, -20]) cylinder(h = 18, d = 0.2, $fn = 6);
if (asked == "rays_card") for (x = [-6 : 2 : -3], y = [-5 : 2.5 : 5]) translate(corner + [x, 28 + y, -20]) cylinder(h = 18, d = 0.2, $fn = 6);
