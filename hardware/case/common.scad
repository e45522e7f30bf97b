// What both cases share. Lengths in millimetres. Parts are drawn as they stand on the table; `print` lays them on the bed.
$fn = 48;
gap = 0.3;        // between parts that go into one another
wall = 2.4;       // six lines of a 0.4 mm nozzle
floor_t = 3;
eps = 0.01;

// Screws cut their own thread. [thread, pilot, clearance, head diameter, length]
m25_6 = [2.5, 2.1, 2.9, 5.0, 6];
m25_8 = [2.5, 2.1, 2.9, 5.0, 8];
m25_10 = [2.5, 2.1, 2.9, 5.0, 10];
m3_16 = [3.0, 2.6, 3.4, 6.0, 16];
room = 1.0;       // a pilot hole is deeper than its screw by this

// Small displays: board, window, its offset from the board's middle, distance of the holes, their diameter, how far the
// glass stands in front of the board. Makers differ by a millimetre: measure yours.
function oled(name) =
    name == "0.96" ? [[27.3, 27.8], [23.5, 12.5], [0, 1.5], [23.5, 23.8], 2.0, 1.6] :
    name == "1.3"  ? [[35.4, 33.5], [31.5, 16.7], [0, 2.0], [30.4, 28.5], 2.5, 1.6] :
                     [[72.0, 43.0], [57.0, 29.5], [0, 0.0], [66.5, 37.5], 3.0, 2.0]; // 2.42
oled_board_t = 1.2;
oled_pad = 2.0;       // strip of foam behind the board, over its parts
oled_pressed = 1.5;   // what the bar leaves for it

// Arcade buttons: hole, rim, height of the rim, body behind the panel (diameter, depth), room for the nut (diameter).
// 30: hole and rim as Sanwa's OBSF-30 (30, 33); the depth is that of long ones with a lamp. 24 and 60: taken large.
function button(name) =
    name == "24" ? [24.0, 28.0, 6, 23.4, 36, 34] :
    name == "60" ? [28.0, 60.0, 26, 27.4, 46, 40] :
                   [30.0, 34.0, 6, 29.4, 40, 40];

module rounded(size, radius) {
    linear_extrude(size[2]) offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius], center = true);
}

// A post for a screw, blind from above.
module post(height, screw, diameter, depth) {
    difference() {
        cylinder(h = height, d = diameter);
        translate([0, 0, height - depth]) cylinder(h = depth + 1, d = screw[1]);
    }
}

// Window of a display right through a panel of thickness t, wider in front so that it reads from the side. Front is +z,
// and the panel lies between -t and 0.
module window(name, t) {
    w = oled(name)[1];
    o = oled(name)[2];
    translate([o[0], o[1], 0]) {
        hull() {
            translate([0, 0, -t - 0.1]) linear_extrude(0.1) square(w, center = true);
            translate([0, 0, 0.1]) linear_extrude(0.1) square([w[0] + 2 * t, w[1] + 2 * t], center = true);
        }
    }
}

function bar_at(name) = oled(name)[0][0] / 2 + 5;
function oled_back(name) = oled(name)[5] + 0.2 + oled_board_t;   // the board's back, behind the panel

// What a small display sits on behind the panel (below z = 0): four pins with shoulders, so that nothing presses its
// glass, and two posts for the bar that keeps it there.
module oled_seat(name) {
    h = oled(name)[3];
    for (x = [-1, 1], y = [-1, 1]) translate([x * h[0] / 2, y * h[1] / 2, -oled(name)[5] - 0.2]) {
        cylinder(h = oled(name)[5] + 0.2 + eps, d = oled(name)[4] + 1.6);
        translate([0, 0, -1]) cylinder(h = 1 + eps, d = oled(name)[4] - 0.4);
    }
    for (x = [-1, 1]) translate([x * bar_at(name), 0, -oled_back(name) - oled_pressed])
        cylinder(h = oled_back(name) + oled_pressed + eps, d = 6.4);
}

// The pilot holes of those posts, which stop before the panel's front.
module oled_pilots(name) {
    depth = m25_6[4] - bar_t + room;
    for (x = [-1, 1]) translate([x * bar_at(name), 0, -oled_back(name) - oled_pressed - eps]) cylinder(h = depth, d = m25_6[1]);
}

bar_t = 2.4;
// The bar behind a small display, as it is printed.
module oled_bar(name) {
    difference() {
        translate([-bar_at(name) - 4, -4, 0]) cube([2 * bar_at(name) + 8, 8, bar_t]);
        for (x = [-1, 1]) translate([x * bar_at(name), 0, -1]) cylinder(h = bar_t + 2, d = m25_6[2]);
    }
}

// A small display as a body: board, glass, the pins of its cable. Origin as for `oled_seat`.
module oled_body(name) {
    o = oled(name);
    translate([0, 0, -oled_back(name)]) difference() {
        translate([-o[0][0] / 2, -o[0][1] / 2, 0]) cube([o[0][0], o[0][1], oled_board_t]);
        for (x = [-1, 1], y = [-1, 1]) translate([x * o[3][0] / 2, y * o[3][1] / 2, -1]) cylinder(h = 4, d = o[4]);
    }
    translate([o[2][0] - o[1][0] / 2 - 1, o[2][1] - o[1][1] / 2 - 1, -o[5] - 0.2]) cube([o[1][0] + 2, o[1][1] + 2, o[5]]);
    translate([-5.1, o[0][1] / 2 - 3, -oled_back(name) - 14]) cube([10.2, 2.6, 14]);   // pins with the cable's plug
}

// An arcade button as a body, its panel's front at z = 0.
module button_body(name) {
    b = button(name);
    cylinder(h = b[2], d = b[1]);
    translate([0, 0, -b[4]]) cylinder(h = b[4], d = b[3]);
}
