// The page's Python begins beside JupyterLab, which would start it when all else is done.
//
// In the page it makes a worker at once, and JupyterLab's first kernel is given that one.
// In the worker it loads Python, the packages and the kernel, before JupyterLab's script
// for the worker, whose address comes in a message, asks for them.

if (self.document) page();
else if (!self.loadPyodide) worker(); // JupyterLab's script asks for this file again

function page() {
  // What a page stores may be cleared when space is short, unless it asked to keep it.
  navigator.storage?.persist?.();
  // On a telephone JupyterLab's panels leave no room for the notebook.
  const lab = "/lab/index.html";
  if (innerWidth < 700 && location.pathname.endsWith(lab)) {
    return location.replace(location.href.replace(lab, "/notebooks/index.html"));
  }
  const { src, dataset } = document.currentScript;
  // By its service worker Python sees the files. JupyterLite notes that worker's version
  // at a second visit only, and drops the worker there, as of another version.
  const files = navigator.serviceWorker?.controller?.scriptURL;
  if (files) localStorage.setItem(`${files}-version`, dataset.version);
  const Ordinary = Worker;
  let early = new Ordinary(src);
  window.Worker = class extends Ordinary {
    constructor(url, options) {
      if (!String(url).includes("/pyodide-kernel-extension/")) return super(url, options);
      const given = early ?? new Ordinary(src);
      early = null;
      given.postMessage(String(url));
      return given;
    }
  };
}

function worker() {
  importScripts("loader.js");
  const load = self.loadPyodide;
  const out = { stdout: console.log, stderr: console.error };
  const python = start();
  self.loadPyodide = ({ stdout, stderr }) => {
    Object.assign(out, { stdout, stderr });
    return python;
  };
  addEventListener("message", ({ data }) => importScripts(data), { once: true });

  async function start() {
    const settings = await (await fetch("../../jupyter-lite.json")).json();
    const plugins = settings["jupyter-config-data"].litePluginSettings;
    const python = await load({
      ...plugins["@jupyterlite/pyodide-kernel-extension:kernel"].loadPyodideOptions,
      indexURL: new URL(".", location).href,
      stdout: (text) => out.stdout(text),
      stderr: (text) => out.stderr(text),
    });
    // A student's folder is looked into last, because each look takes a message to the
    // page; and anew in each cell, because its date does not say that a file is new.
    python.runPython(`
      import os
      import sys
      import piplite.piplite
      import pyodide_kernel
      import minigrad.viz
      sys.path.remove("")
      sys.path.append("")
      def look_anew(_):
          sys.path_importer_cache.pop(os.getcwd(), None)
      pyodide_kernel.ipython_shell.events.register("pre_run_cell", look_anew)
    `);
    return python;
  }
}
