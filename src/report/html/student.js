"use strict";
// A link to a case inside a fold opens the fold.
(function () {
  function show() {
    if (!/^#case-\d+$/.test(location.hash)) { return; }
    // A case with nothing to say of it is one of those that passed.
    var target = document.getElementById(location.hash.slice(1)) || document.querySelector("#passed summary");
    if (!target) { return; }
    for (var fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", show);
  show();
})();
