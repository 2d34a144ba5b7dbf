// Draws the pictures and the table of the window that is chosen by a click, by the lists or by
// #KEY/START/END in the address. RefinementPicture.java draws the third of them for the first window,
// when the page is written.
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
  var TIMINGS = ['EARLY', 'ON_TIME', 'LATE'];
  var DAY = 86400000;
  var TIME_STEPS = [1, 10, 100, 1000, 10000, 60000, 300000, 600000, 1800000, 3600000, 10800000, 21600000,
    43200000, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 91 * DAY, 365 * DAY];
  var NARROW = 620, MOST_BESIDE = 5, LEAST_SLICE = 4;

  function number(value) {
    if (value === null) return '-';
    var size = Math.abs(value);
    if (size !== 0 && (size < 0.01 || size >= 1e15)) return value.toPrecision(3);
    return (value + 0).toLocaleString('en-US', {maximumFractionDigits: 2});
  }

  // What a picture without a fixed width has room for, at least as much as a small phone.
  function room(picture) {
    return Math.max(280, Math.min(960, Math.round(picture.parentNode.clientWidth || 960)));
  }

  function size(picture, width, height) {
    picture.replaceChildren();
    picture.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    picture.setAttribute('width', width);
    picture.setAttribute('height', height);
  }

  function shortTime(millis, step) {
    var date = new Date(millis);
    var day = date.getUTCDate() + ' ' + date.toLocaleString('en', {month: 'short', timeZone: 'UTC'});
    var clock = date.toISOString().slice(11, step < 1000 ? 23 : step < 60000 ? 19 : 16);
    if (step >= DAY) return day;
    return clock === '00:00' ? day : clock;
  }

  function timeAxis(picture, low, high, x, y, width) {
    var most = Math.max(2, Math.floor(width / 70));
    var step = TIME_STEPS.find(function (s) { return (high - low) / s <= most; }) || (high - low) / most;
    for (var t = Math.ceil(low / step) * step; t <= high; t += step) {
      svg(picture, 'line', {'class': 'grid', x1: place(x(t)), x2: place(x(t)), y1: 4, y2: y});
      if (x(t) < 18 || x(t) > width - 18) continue;
      svg(picture, 'text', {'class': 'tick', x: place(x(t)), y: y + 16, 'text-anchor': 'middle'}, shortTime(t, step));
    }
  }

  function plural(count, noun) {
    return count.toLocaleString('en-US') + ' ' + noun + (count === 1 ? '' : 's');
  }

  function counts(window) {
    return TIMINGS.map(function (timing) {
      return window.panes.filter(function (pane) { return pane[1] === timing; }).length;
    });
  }

  function inWords(window) {
    return counts(window).map(function (count, i) { return count ? count + ' ' + WORDS[TIMINGS[i]] : ''; })
        .filter(function (text) { return text; }).join(', ');
  }

  function clickable(element, window) {
    element.addEventListener('click', function () { choose(window); });
    svg(element, 'title', {}, span(window) + ': ' + inWords(window));
  }

  // One column for each window, or for the one with the most panes where they are narrower than a pixel.
  function drawOverview(chosen) {
    var picture = document.getElementById('overview-picture');
    var width = room(picture), height = 170, bottom = 142, left = 40;
    size(picture, width, height);
    var list = ofKey(chosen.key);
    var low = list[0].start, high = list.reduce(function (a, w) { return Math.max(a, w.start); }, low);
    var gaps = list.map(function (w, i) { return i ? w.start - list[i - 1].start : 0; })
        .filter(function (gap) { return gap > 0; });
    var period = gaps.length ? gaps.reduce(function (a, b) { return Math.min(a, b); }) : 1;
    high += period;
    function x(t) { return left + (t - low) / (high - low) * (width - left - 8); }
    var most = list.reduce(function (a, w) { return Math.max(a, w.panes.length); }, 1);
    var y = scale(0, most, bottom, 12);
    y.ticks.forEach(function (tick) {
      if (tick !== Math.floor(tick)) return;
      svg(picture, 'line', {'class': 'grid', x1: left, x2: width - 8, y1: place(y.at(tick)), y2: place(y.at(tick))});
      svg(picture, 'text', {'class': 'tick', x: left - 6, y: place(y.at(tick) + 4), 'text-anchor': 'end'}, number(tick));
    });
    timeAxis(picture, low, high, x, bottom, width);
    var columns = new Map();
    list.forEach(function (window) {
      var at = Math.floor(x(window.start));
      var there = columns.get(at);
      if (!there || window === chosen || (there !== chosen && window.panes.length > there.panes.length)) columns.set(at, window);
    });
    var wide = Math.max(1, x(low + period) - x(low) - 1);
    columns.forEach(function (window) {
      var group = svg(picture, 'g', {'class': 'column' + (window === chosen ? ' chosen' : ''), 'data-window': address(window)});
      svg(group, 'rect', {'class': 'target', x: place(x(window.start) - 1), y: 8, width: place(wide + 2), height: bottom - 8});
      var sum = 0;
      counts(window).forEach(function (count, i) {
        if (!count) return;
        var top = y.at(sum + count);
        svg(group, 'rect', {'class': TIMINGS[i], x: place(x(window.start)), y: place(top), width: place(wide), height: place(y.at(sum) - top)});
        sum += count;
      });
      clickable(group, window);
    });
  }

  function edgesWithin(window) {
    var edges = new Set();
    data.windows.forEach(function (w) {
      if (w.start < window.end && w.end > window.start) {
        [w.start, w.end].forEach(function (edge) {
          if (edge >= window.start && edge <= window.end) edges.add(edge);
        });
      }
    });
    return Array.from(edges).sort(function (a, b) { return a - b; });
  }

  // The windows of the key that start nearest, of those that overlap.
  function beside(chosen) {
    var overlap = ofKey(chosen.key).filter(function (w) { return w.start < chosen.end && w.end > chosen.start; });
    var at = overlap.indexOf(chosen);
    var from = Math.max(0, Math.min(at - MOST_BESIDE, overlap.length - 2 * MOST_BESIDE - 1));
    var shown = overlap.slice(from, from + 2 * MOST_BESIDE + 1);
    return {shown: shown, all: overlap.length};
  }

  function drawWindow(chosen) {
    var picture = document.getElementById('window-picture');
    var width = room(picture), left = 8, right = width - 8, lane = 20, top = 58;
    var others = beside(chosen);
    var bottom = top + others.shown.length * lane + 4;
    size(picture, width, bottom + 44);
    var length = chosen.end - chosen.start;
    var after = Math.max(length * 0.15, Math.min(data.lateness, length));
    var low = chosen.start - length * 0.15, high = chosen.end + after;
    function x(t) { return left + (Math.max(low, Math.min(high, t)) - low) / (high - low) * (right - left); }
    svg(picture, 'rect', {'class': 'inside', x: place(x(chosen.start)), y: 4, width: place(x(chosen.end) - x(chosen.start)), height: bottom - 4});
    timeAxis(picture, low, high, x, bottom, width);
    var edges = edgesWithin(chosen);
    var least = edges.reduce(function (a, edge, i) { return i ? Math.min(a, x(edge) - x(edges[i - 1])) : a; }, Infinity);
    var slices = edges.length - 1;
    svg(picture, 'text', {'class': 'tick', x: place(x(chosen.start)), y: 18}, 
        plural(slices, 'slice') + (others.all > 1 ? ', shared by ' + plural(others.all, 'window') : ''));
    if (least >= LEAST_SLICE) {
      for (var i = 0; i < slices; i++) {
        svg(picture, 'rect', {'class': 'slice', x: place(x(edges[i]) + 0.5), y: 26, width: place(x(edges[i + 1]) - x(edges[i]) - 1), height: 12});
      }
    } else {
      svg(picture, 'rect', {'class': 'slice', x: place(x(chosen.start)), y: 26, width: place(x(chosen.end) - x(chosen.start)), height: 12});
    }
    others.shown.forEach(function (window, i) {
      var y = top + i * lane;
      var group = svg(picture, 'g', {'class': 'bar' + (window === chosen ? ' chosen' : ''), 'data-window': address(window)});
      var from = x(window.start), to = x(window.end), at = from;
      counts(window).forEach(function (count, t) {
        var part = (to - from) * count / window.panes.length;
        if (count) svg(group, 'rect', {'class': TIMINGS[t], x: place(at), y: y, width: place(part), height: lane - 5});
        at += part;
      });
      clickable(group, window);
    });
    var end = x(chosen.end);
    svg(picture, 'line', {'class': 'watermark', x1: place(end), x2: place(end), y1: 4, y2: bottom});
    var label = 'the watermark passes: on time';
    svg(picture, 'text', {'class': 'tick', x: place(Math.min(end, right)), y: bottom + 34, 'text-anchor': 'end'}, label);
    if (data.lateness > 0 && chosen.end + data.lateness <= high) {
      var expiry = x(chosen.end + data.lateness);
      svg(picture, 'line', {'class': 'expiry', x1: place(expiry), x2: place(expiry), y1: 4, y2: bottom});
      svg(picture, 'text', {'class': 'tick', x: place(expiry), y: bottom + 34, 'text-anchor': 'end'}, 'expires');
    }
  }

  function watermark(pane, window) {
    return {EARLY: 'before ', ON_TIME: 'at or past ', LATE: 'past '}[pane[1]] + time(window.end);
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
    var labelledAt = 0;
    values.forEach(function (value, i) {
      if (value === null) return;
      var timing = panes[i][1];
      var mark = svg(picture, 'path', {
        'class': 'mark ' + timing,
        transform: 'translate(' + place(x(i)) + ' ' + place(y.at(value)) + ')',
        d: SHAPES[timing]
      });
      svg(mark, 'title', {}, 'pane ' + panes[i][0] + ', ' + WORDS[timing] + ': ' + number(value));
      var last = i === panes.length - 1;
      if (RIGHT < 900 && !last && i > 0 && x(i) - x(labelledAt) < 30) return;
      var labelled = panes.length <= MOST_LABELS || i === 0 || i === panes.length - 1 || timing !== panes[i - 1][1];
      if (labelled) {
        labelledAt = i;
        svg(picture, 'text', {'class': 'value', x: place(x(i)), y: place(y.at(value) - 9), 'text-anchor': RIGHT < 900 && i === 0 ? 'start' : 'middle'}, number(value));
      }
    });
  }

  function drawBands(picture, panes, x) {
    var top = FIRST_TOP + data.measures.length * (STRIP + BETWEEN) - 14;
    var every = Math.floor(panes.length / (RIGHT < 900 ? 10 : 30)) + 1;
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

  // On a phone the picture is narrower, and has fewer labels, but letters of the same size.
  function fit(picture) {
    var width = picture.parentNode.clientWidth || 960;
    var narrow = width < NARROW;
    RIGHT = narrow ? width - 12 : 940;
    LEFT = narrow ? 48 : 62;
    MOST_LABELS = narrow ? 8 : 24;
    picture.classList.toggle('narrow', narrow);
    picture.setAttribute('viewBox', '0 0 ' + (narrow ? width : 960) + ' ' + (FIRST_TOP + data.measures.length * (STRIP + BETWEEN) + 34));
  }

  function draw(window) {
    var picture = document.getElementById('refinement-picture');
    picture.replaceChildren();
    fit(picture);
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
      var values = pane.slice(3).map(number);
      [pane[0], WORDS[pane[1]]].concat(values, watermark(pane, window), pane[2] ? 'yes' : '').forEach(function (text, i) {
        var cell = row.insertCell();
        cell.textContent = text;
        if (i === 0 || (i > 1 && i < 2 + values.length)) cell.className = 'number';
      });
    });
    drawOverview(window);
    drawWindow(window);
  }

  function address(window) {
    return window.start + '/' + window.end;
  }

  function choose(window) {
    show(window);
    toAddress(window);
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
      windows.add(new Option(span(window) + ', ' + window.panes.length + ' panes', address(window)));
    });
  }

  function show(window) {
    if (keys.value !== window.key || windows.value === '') {
      keys.value = window.key;
      listWindows(window.key);
    }
    windows.value = address(window);
    shown = window;
    draw(window);
  }

  function mostRefined(list) {
    return list.reduce(function (a, b) { return b.panes.length > a.panes.length ? b : a; });
  }

  function fromAddress() {
    var parts = location.hash.slice(1).split('/');
    var key = decodeURIComponent(parts[0]);
    return ofKey(key).find(function (window) {
      return String(window.start) === parts[1] && (parts.length < 3 || String(window.end) === parts[2]);
    });
  }

  function toAddress(window) {
    location.replace('#' + encodeURIComponent(window.key) + '/' + address(window));
  }

  keys.addEventListener('change', function () {
    listWindows(keys.value);
    choose(mostRefined(ofKey(keys.value)));
  });
  windows.addEventListener('change', function () {
    choose(ofKey(keys.value).find(function (w) { return address(w) === windows.value; }));
  });
  addEventListener('hashchange', function () {
    var window = fromAddress();
    if (window) show(window);
  });
  listKeys();
  form.hidden = false;
  document.querySelectorAll('.scripted').forEach(function (element) { element.hidden = false; });
  var shown = fromAddress() || ofKey(keys.value).find(function (w) { return address(w) === windows.value; });
  show(shown);
  addEventListener('resize', function () { draw(shown); });
})();
