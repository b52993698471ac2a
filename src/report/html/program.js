// Shows the program: unpacks it when its fold is opened, and links the lines that are named elsewhere.
(function () {
  var box = document.querySelector(".program"), fold = box && box.closest("details"), is_shown = false;
  function cell(row, name, text) {
    var cell = row.insertCell();
    cell.className = name;
    cell.textContent = text;
    return cell;
  }
  function list(file, at) {
    var counts = file.counts.split(" "), idle = new Set(file.idle), table = document.createElement("table"), rows = [], scroll = document.createElement("div");
    if (at) { box.appendChild(document.createElement("h3")).textContent = file.name; }
    file.text.split("\n").forEach(function (text, index) {
      var number = index + 1, row = table.insertRow();
      row.id = (at ? "file-" + at + "-" : "") + "line-" + number;
      cell(row, "number", number);
      cell(row, "count", idle.has(number) ? "never" : counts[index] ? counts[index] + "\u00d7" : "");
      cell(row, "text", text);
      if (idle.has(number)) { row.className = "idle"; }
      rows[number] = row;
    });
    file.marks.forEach(function (mark) {
      var row = rows[mark[0]], link = document.createElement("a");
      if (!row) { return; }
      row.classList.add("said");
      link.href = "#" + mark[1];
      link.textContent = mark[2];
      cell(row, "mark", "\u2190 ").appendChild(link);
    });
    scroll.className = "scroll";
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", file.name);
    scroll.appendChild(table);
    box.appendChild(scroll);
  }
  function show() {
    if (is_shown) { return; }
    is_shown = true;
    var packed = Uint8Array.from(atob(box.querySelector("pre").textContent), function (letter) { return letter.charCodeAt(0); });
    Promise.resolve().then(function () {
      return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
    }).then(function (files) {
      files.forEach(list);
      if (document.getElementById(location.hash.slice(1))) { location.replace(location.hash); }
    }).catch(function () { box.querySelector("p[hidden]").hidden = false; });
  }
  function follow() {
    if (/^#(file-\d+-)?line-\d+$/.test(location.hash)) { fold.open = true; show(); }
  }
  if (!fold) { return; }
  document.querySelectorAll(".source, .steps pre").forEach(function (lines) {
    var found = /^( *)(line (\d+))(?! of)/, texts = [], walk = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) { texts.push(walk.currentNode); }
    texts.forEach(function (text) {
      var parts = document.createDocumentFragment();
      text.data.split(/(?<=\n)/).forEach(function (line) {
        var at = found.exec(line), link = document.createElement("a");
        if (!at) { parts.appendChild(document.createTextNode(line)); return; }
        link.href = "#program";
        link.dataset.line = at[3];
        link.textContent = at[2];
        parts.append(at[1], link, line.slice(at[0].length));
      });
      text.replaceWith(parts);
    });
  });
  // The lines are there once the fold was opened.
  document.addEventListener("click", function (event) {
    var line = event.target.dataset && event.target.dataset.line;
    if (!line) { return; }
    event.preventDefault();
    location.hash = "#line-" + line;
  });
  fold.addEventListener("toggle", function () { if (fold.open) { show(); } });
  addEventListener("hashchange", follow);
  follow();
})();
