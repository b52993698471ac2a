"use strict";
// The table of students: a button in each heading sorts, two fields filter. Without this the table is whole and by name.
(function () {
  var table = document.getElementById("students");
  var tools = document.getElementById("tools");
  if (!table || !tools) { return; }
  var body = table.tBodies[0];
  var collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  var rows = Array.prototype.map.call(body.rows, function (row, index) {
    return {
      row: row,
      index: index,
      verdict: row.dataset.verdict,
      unscored: "unscored" in row.dataset,
      text: (row.cells[0].textContent + " " + row.querySelector(".summary").textContent).toLowerCase(),
      keys: Array.prototype.map.call(row.cells, function (cell) {
        if (cell.classList.contains("verdict")) { return row.dataset.verdict; }
        return cell.classList.contains("number") ? (cell.textContent === "" ? -1 : Number(cell.textContent)) : cell.textContent;
      })
    };
  });

  function sort(column, direction) {
    rows.sort(function (a, b) {
      // What has no score stays on top, whatever the order.
      if (a.unscored !== b.unscored) { return a.unscored ? -1 : 1; }
      var x = a.keys[column], y = b.keys[column];
      var order = typeof x === "number" ? x - y : collator.compare(x, y);
      return order * direction || a.index - b.index;
    });
    var all = document.createDocumentFragment();
    rows.forEach(function (entry) { all.appendChild(entry.row); });
    body.appendChild(all);
  }

  var headings = [], sorted = "";
  Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, column) {
    var button = document.createElement("button");
    button.type = "button";
    headings.push(function (up) { order(heading, column, up); });
    while (heading.firstChild) { button.appendChild(heading.firstChild); }
    heading.appendChild(button);
    button.addEventListener("click", function () {
      var now = heading.getAttribute("aria-sort");
      // Figures are first wanted from the top, words from the start.
      var up = now ? now !== "ascending" : !heading.classList.contains("number");
      order(heading, column, up);
      remember();
    });
  });

  function order(heading, column, up) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) { other.removeAttribute("aria-sort"); });
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    sort(column, up ? 1 : -1);
    sorted = (up ? "" : "-") + column;
  }

  var text = document.getElementById("filter");
  var verdict = document.getElementById("verdict");
  var count = document.getElementById("count");
  function filter() {
    var wanted = text.value.trim().toLowerCase(), shown = 0;
    rows.forEach(function (entry) {
      var fits = (!verdict.value || entry.verdict === verdict.value) && entry.text.indexOf(wanted) >= 0;
      entry.row.hidden = !fits;
      if (fits) { shown += 1; }
    });
    count.textContent = shown === rows.length ? "" : shown + " of " + rows.length + " shown";
  }
  // What is shown is in the address, so that it can be sent and comes back with the page.
  function remember() {
    var state = new URLSearchParams();
    [["find", text.value], ["verdict", verdict.value], ["sort", sorted]].forEach(function (pair) { if (pair[1]) { state.set(pair[0], pair[1]); } });
    history.replaceState(null, "", "#?" + state);
  }
  function recall() {
    if (location.hash.slice(0, 2) !== "#?") { return; }
    var state = new URLSearchParams(location.hash.slice(2)), by = state.get("sort") || "";
    text.value = state.get("find") || "";
    verdict.value = state.get("verdict") || "";
    if (verdict.selectedIndex < 0) { verdict.value = ""; }
    if (/^-?\d+$/.test(by) && headings[Math.abs(by)]) { headings[Math.abs(by)](by[0] !== "-"); }
  }
  text.addEventListener("input", function () { filter(); remember(); });
  verdict.addEventListener("change", function () { filter(); remember(); });
  tools.hidden = false;
  recall();
  filter();
})();
