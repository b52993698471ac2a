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

  Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, column) {
    var button = document.createElement("button");
    button.type = "button";
    while (heading.firstChild) { button.appendChild(heading.firstChild); }
    heading.appendChild(button);
    button.addEventListener("click", function () {
      var now = heading.getAttribute("aria-sort");
      // Figures are first wanted from the top, words from the start.
      var up = now ? now !== "ascending" : !heading.classList.contains("number");
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) { other.removeAttribute("aria-sort"); });
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      sort(column, up ? 1 : -1);
    });
  });

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
  text.addEventListener("input", filter);
  verdict.addEventListener("change", filter);
  tools.hidden = false;
  filter();
})();
