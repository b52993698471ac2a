"use strict";
// A link to a case inside a fold opens the fold.
(function () {
  function show() {
    var target = /^#case-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (!target) { return; }
    for (var fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", show);
  show();
})();
