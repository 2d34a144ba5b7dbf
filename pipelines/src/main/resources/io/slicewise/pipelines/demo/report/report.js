// Draws the picture and the table of the window that is chosen by the lists or by #KEY/START in the
// address. RefinementPicture.java draws the same for the first window, when the page is written.
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('data').textContent);
  var form = document.getElementById('choice');
  if (!form) return;
  var keys = document.getElementById('key-choice');
  var windows = document.getElementById('window-choice');
  var SHAPES = {
    EARLY: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
    ON_TIME: 'M-5 -5h10v10h-10z',
    LATE: 'M0 -6l6 11h-12z'
  };
  var WORDS = {EARLY: 'early', ON_TIME: 'on time', LATE: 'late'};
  var LEFT = 62, RIGHT = 940, FIRST_TOP = 34, STRIP = 130, BETWEEN = 46, TICKS = 4, MOST_LABELS = 24;

  function number(value) {
    if (value === null) return '-';
    var size = Math.abs(value);
    if (size !== 0 && (size < 0.01 || size >= 1e15)) return value.toPrecision(3);
    return (value + 0).toLocaleString('en-US', {maximumFractionDigits: 2});
  }

  function time(millis) {
    var text = new Date(millis).toISOString().replace('T', ' ').replace('Z', '');
    return text.endsWith(':00.000') ? text.slice(0, -7) : text.replace(/\.000$/, '');
  }

  function span(window) {
    return time(window.start) + ' to ' + time(window.end) + ' UTC';
  }

  function place(value) {
    return value.toFixed(1);
  }

  function svg(parent, name, attributes, text) {
    var element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (var attribute in attributes) element.setAttribute(attribute, attributes[attribute]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function scale(least, greatest, from, to) {
    var span = greatest > least ? greatest - least : Math.max(1, Math.abs(least));
    var rough = span / TICKS;
    var power = Math.pow(10, Math.floor(Math.log10(rough)));
    var step = [1, 2, 5, 10].map(function (s) { return s * power; })
        .find(function (s) { return s >= rough; }) || 10 * power;
    var low = Math.floor(least / step) * step;
    var high = Math.ceil(greatest / step) * step;
    if (high <= low) high = low + step;
    var ticks = [];
    for (var i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
    return {
      ticks: ticks,
      at: function (value) { return from + (value - low) / (high - low) * (to - from); }
    };
  }

  function drawStrip(picture, panes, m, x) {
    var top = FIRST_TOP + m * (STRIP + BETWEEN);
    var measure = data.measures[m];
    var values = panes.map(function (pane) { return pane[3 + m]; });
    var known = values.filter(function (value) { return value !== null; });
    var least = known.length ? known.reduce(function (a, b) { return Math.min(a, b); }) : 0;
    var most = known.length ? known.reduce(function (a, b) { return Math.max(a, b); }) : 1;
    var y = scale(measure.fromZero ? Math.min(0, least) : least, most, top + STRIP, top + 14);
    svg(picture, 'text', {'class': 'axis', x: 4, y: top - 4}, measure.label);
    y.ticks.forEach(function (tick) {
      svg(picture, 'line', {'class': 'grid', x1: LEFT, x2: RIGHT, y1: place(y.at(tick)), y2: place(y.at(tick))});
      svg(picture, 'text', {'class': 'tick', x: LEFT - 8, y: place(y.at(tick) + 4), 'text-anchor': 'end'}, number(tick));
    });
    var path = '';
    values.forEach(function (value, i) {
      if (value !== null) path += (path ? 'L' : 'M') + place(x(i)) + ' ' + place(y.at(value));
    });
    svg(picture, 'path', {'class': 'steps', d: path});
    values.forEach(function (value, i) {
      if (value === null) return;
      var timing = panes[i][1];
      var mark = svg(picture, 'path', {
        'class': 'mark ' + timing,
        transform: 'translate(' + place(x(i)) + ' ' + place(y.at(value)) + ')',
        d: SHAPES[timing]
      });
      svg(mark, 'title', {}, 'pane ' + panes[i][0] + ', ' + WORDS[timing] + ': ' + number(value));
      var labelled = panes.length <= MOST_LABELS || i === 0 || i === panes.length - 1 || timing !== panes[i - 1][1];
      if (labelled) {
        svg(picture, 'text', {'class': 'value', x: place(x(i)), y: place(y.at(value) - 9), 'text-anchor': 'middle'}, number(value));
      }
    });
  }

  function drawBands(picture, panes, x) {
    var top = FIRST_TOP + data.measures.length * (STRIP + BETWEEN) - 14;
    var every = Math.floor(panes.length / 30) + 1;
    for (var i = 0; i < panes.length; i += every) {
      svg(picture, 'text', {'class': 'tick', x: place(x(i)), y: top, 'text-anchor': 'middle'}, panes[i][0]);
    }
    svg(picture, 'text', {'class': 'axis', x: 4, y: top}, 'pane');
    var half = (RIGHT - LEFT) / 2 / panes.length;
    var start = 0;
    for (var end = 1; end <= panes.length; end++) {
      var timing = panes[start][1];
      if (end < panes.length && panes[end][1] === timing) continue;
      var from = x(start) - half + 1, to = x(end - 1) + half - 1;
      svg(picture, 'rect', {'class': 'band ' + timing, x: place(from), y: top + 8, width: place(to - from), height: 6});
      svg(picture, 'text', {'class': 'tick', x: place((from + to) / 2), y: top + 28, 'text-anchor': 'middle'}, WORDS[timing]);
      start = end;
    }
  }

  function draw(window) {
    var picture = document.getElementById('refinement-picture');
    picture.replaceChildren();
    var panes = window.panes;
    function x(i) { return LEFT + (i + 0.5) * (RIGHT - LEFT) / panes.length; }
    data.measures.forEach(function (measure, m) { drawStrip(picture, panes, m, x); });
    drawBands(picture, panes, x);
    document.getElementById('chosen-window').textContent =
        form.dataset.keyName + ' ' + window.key + ', ' + span(window);
    var body = document.querySelector('#panes-table tbody');
    body.replaceChildren();
    panes.forEach(function (pane) {
      var row = body.insertRow();
      [pane[0], WORDS[pane[1]]].concat(pane.slice(3).map(number)).forEach(function (text, i) {
        var cell = row.insertCell();
        cell.textContent = text;
        if (i !== 1) cell.className = 'number';
      });
    });
  }

  function ofKey(key) {
    return data.windows.filter(function (window) { return window.key === key; });
  }

  function listKeys() {
    var names = new Set(data.windows.map(function (window) { return window.key; }));
    var chosen = keys.selectedIndex;
    keys.replaceChildren();
    names.forEach(function (name) { keys.add(new Option(name, name)); });
    keys.selectedIndex = chosen;
  }

  function listWindows(key) {
    windows.replaceChildren();
    ofKey(key).forEach(function (window) {
      windows.add(new Option(span(window) + ', ' + window.panes.length + ' panes', window.start));
    });
  }

  function show(window) {
    if (keys.value !== window.key || windows.value === '') {
      keys.value = window.key;
      listWindows(window.key);
    }
    windows.value = String(window.start);
    draw(window);
  }

  function mostRefined(list) {
    return list.reduce(function (a, b) { return b.panes.length > a.panes.length ? b : a; });
  }

  function fromAddress() {
    var parts = location.hash.slice(1).split('/');
    var key = decodeURIComponent(parts[0]);
    return ofKey(key).find(function (window) { return String(window.start) === parts[1]; });
  }

  function toAddress(window) {
    location.replace('#' + encodeURIComponent(window.key) + '/' + window.start);
  }

  keys.addEventListener('change', function () {
    listWindows(keys.value);
    var window = mostRefined(ofKey(keys.value));
    show(window);
    toAddress(window);
  });
  windows.addEventListener('change', function () {
    var window = ofKey(keys.value).find(function (w) { return String(w.start) === windows.value; });
    show(window);
    toAddress(window);
  });
  addEventListener('hashchange', function () {
    var window = fromAddress();
    if (window) show(window);
  });
  listKeys();
  form.hidden = false;
  var wanted = fromAddress();
  if (wanted) show(wanted);
})();
