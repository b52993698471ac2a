// Steps through the games of the page.
(function () {
  var SVG = document.querySelector("svg").namespaceURI, NAMES = "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP DEL".split(" ");
  function make(name, attributes, parent, text) {
    var svg = /^(svg|rect|use|text)$/.test(name);
    var node = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (var key in attributes) { node.setAttribute(key, attributes[key]); }
    if (text !== undefined) { node.textContent = text; }
    if (parent) { parent.appendChild(node); }
    return node;
  }
  function board(caption, rows, other, parent) {
    var figure = make("figure", { "class": "board" }, parent), words = [];
    make("figcaption", {}, figure, caption);
    if (!rows) { make("p", { "class": "aside" }, figure, "no board yet"); return; }
    rows = rows.split("/");
    other = other ? other.split("/") : rows;
    var columns = Math.max.apply(null, rows.map(function (row) { return row.length; }));
    var width = 20 + columns * 28, height = 20 + rows.length * 28;
    var svg = make("svg", { role: "img", width: width, height: height, viewBox: "0 0 " + width + " " + height }, figure);
    ["field", "holes"].forEach(function (name) {
      var rect = make("rect", { "class": name, x: 18, y: 18, width: columns * 28, height: rows.length * 28, rx: 4 }, svg);
      if (name === "holes") { rect.setAttribute("fill", "url(#holes)"); }
    });
    for (var column = 0; column < columns; column++) { make("text", { "class": "edge", x: 32 + column * 28, y: 13 }, svg, column + 1); }
    rows.forEach(function (row, at) {
      make("text", { "class": "edge", x: 9, y: 36 + at * 28 }, svg, at + 1);
      row.split("").forEach(function (cell, column) {
        var x = 18 + column * 28, y = 18 + at * 28, is = { "1": "#p1", "2": "#p2" }[cell] || "#unread";
        if (cell !== ".") { make("use", { href: is, x: x, y: y }, svg); words.push("row " + (at + 1) + " column " + (column + 1) + (is === "#unread" ? " unreadable" : " player " + cell)); }
        if (((other[at] || "")[column] || ".") !== cell) { make("rect", { "class": "marked", x: x + 1, y: y + 1, width: 26, height: 26, rx: 5 }, svg); }
      });
    });
    svg.setAttribute("aria-label", caption + ". " + (words.join(", ") || "The board is empty") + ".");
  }
  function printed(text, parent) {
    text.split("").forEach(function (letter) {
      var code = letter.charCodeAt(0) - 0x2400;
      if (code === 10) { parent.appendChild(document.createTextNode("\n")); }
      else if (NAMES[code]) { make("span", { "class": "ctl" }, parent, NAMES[code]); }
      else { parent.appendChild(document.createTextNode(letter)); }
    });
    parent.normalize();
  }
  document.querySelectorAll(".replay").forEach(function (box) {
    var steps = box.querySelector("pre").textContent.split("\n").map(function (line) {
      // The boards, what was typed, and the rest of the line, which may have blanks.
      var parts = line.split(" ");
      return [parts[2], parts[0], parts[1] === "-" ? "" : parts[1], parts.slice(3).join(" ")];
    });
    var last = steps.length - 1, start = Math.min(+box.dataset.at, last), at = start;
    var still = box.previousElementSibling;
    still = still && still.className === "boards" ? still : null;
    var boards = make("div", { "class": "boards" });
    box.insertBefore(boards, box.firstChild);
    var bar = make("div", { "class": "controls" }, box);
    function button(name, title, go) {
      make("button", { type: "button", title: title }, bar, name).addEventListener("click", function () { show(go()); });
    }
    button("First", "before the first move", function () { return 0; });
    button("Back", "one move back (left arrow)", function () { return at - 1; });
    var slider = make("input", { type: "range", min: 0, max: last, "aria-label": "move" }, bar);
    button("Next", "one move on (right arrow)", function () { return at + 1; });
    button("Last", "the last move", function () { return last; });
    var said = make("output", {}, bar), text = make("pre", { "class": "output", tabindex: 0 }, box);
    function show(to) {
      at = Math.max(0, Math.min(last, to));
      slider.value = at;
      var step = steps[at];
      said.textContent = at ? "Move " + at + " of " + last + ": " + step[0] + (at === start ? ", where the error appears" : "") : "Before the first move";
      slider.setAttribute("aria-valuetext", said.textContent);
      if (still) { still.hidden = at !== start; }
      boards.hidden = !!still && at === start;
      boards.textContent = text.textContent = "";
      if (!boards.hidden) {
        if (step[1] === step[2]) { board("The board is correct", step[2], step[1], boards); }
        else { board("Expected", step[1], null, boards); board("Your program printed", step[2], step[1], boards); }
      }
      make("b", {}, text, "Printed: ");
      if (step[3]) { text.appendChild(document.createTextNode("\n")); printed(step[3], text); } else { text.appendChild(document.createTextNode("nothing")); }
    }
    slider.addEventListener("input", function () { show(+slider.value); });
    box.addEventListener("keydown", function (event) {
      var go = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (go === undefined || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) { return; }
      event.preventDefault();
      show(go);
    });
    box.hidden = false;
    show(start);
  });
})();
