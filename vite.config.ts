import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const web = join(import.meta.dirname, 'web');

/** Asks for the text face together with the style sheet that names it, so that text is drawn once. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((file) => file.endsWith('.woff2'));
        return fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/**
 * Lets the build leave out parts of the libraries that nobody uses: making a part does nothing else, and its name is for
 * development tools only, but neither library says so.
 */
function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/(react-router|@radix-ui|downshift)\// },
      handler: (code) =>
        code
          .replace(/^\s*[\w.]+\.displayName = [^;{}]+;$/gm, '')
          .replace(/^(?!useCombobox)\w+\.stateChangeTypes = [^;]+;$/gm, '')
          // Checks of development builds; what they would check is told to them all the same.
          .replace(/^import PropTypes from 'prop-types';$/m, '')
          .replace(/\bPropTypes\.\w+\(/g, '/* @__PURE__ */ Object(')
          .replace(/\bPropTypes\.\w+(\.isRequired)?/g, 'undefined')
          .replace(/(?<== )(?=React(\$1)?\.(forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ '),
    },
  };
}

/** What every screen needs. */
const BASE = [
  /vite\/preload-helper/,
  /\/shared\/(bulk\/limits|http\/(envelope|page)|places)\.ts$/,
  /\/web\/lib\/(alerts|api|call-failure|form-errors|lazy-part|session-store|settings|storage|store)\.ts$/,
  /\/web\/parts\/(provider-brand|form\/(failure-lines|form-refusal|show-failure))\.tsx?$/,
  /\/web\/ui\/(brand|button|field|note|remembered|tab-title|tear|text-input|theme)\.tsx?$/,
];

/** What the shell and most screens behind the login are made of. */
const INSIDE = [
  /\/shared\/account\.ts$/,
  /\/node_modules\/@floating-ui\//,
  /\/node_modules\/@radix-ui\/react-(arrow|dropdown-menu|menu|popper|roving-focus|use-size)\//,
  /\/shared\/(days|format|orders|shipments|wire-date)\.ts$/,
  /\/web\/lib\/(save-file|shortcuts)\.ts$/,
  /\/web\/parts\/(shell\/shortcuts-switch\.tsx|user\/use-user\.ts)$/,
  /\/web\/ui\/(menu\.tsx|pop\.module\.css)$/,
  /\/web\/parts\/(asked-dialog\/|form\/(leave|select|form)-)[\w-]+\.tsx$/,
  /\/web\/ui\/(badge|choice|confirm-dialog|error-summary|layouts|page-head|panel|skeleton|void)\.tsx$/,
  /\/web\/ui\/media-query\.ts$/,
  /\/lucide-react\/dist\/esm\/icons\/(ban|chevron-right|clipboard-list|credit-card|ellipsis|pencil|plus|printer|truck|undo-2|upload)\.mjs$/,
];

/** What is shown of orders and shipments, in lists and by themselves, and what can be done with them. */
const PARCELS = [
  /\/shared\/rules\/(badges|detail-actions|order-actions|order-payment|order-state|payments|shipment-actions|shipment-states)\.ts$/,
  /\/web\/parts\/(state-badge|tracking)\//,
  /\/web\/parts\/(payment-actions\/(go-to|order-payment|pay-link|payment-address|use-)|sender-actions\/use-)/,
  /\/lucide-react\/dist\/esm\/icons\/(external-link|file-text)\.mjs$/,
];

/** What every list is made of. */
const LISTS = [
  /\/web\/lib\/filters\.ts$/,
  /\/web\/parts\/(list\/|batch\/use-)/,
  /\/web\/ui\/(data-table|density|page-numbers|pager|pill|row-card|selection|table-[\w-]+|tooltip|use-overflow)\./,
  /\/lucide-react\/dist\/esm\/icons\/(chevron-left|chevrons-(left|right)|rows-[23]|sliders-horizontal)\.mjs$/,
  /\/node_modules\/@radix-ui\/react-(tooltip|visually-hidden)\//,
];

/**
 * Builds the portal into dist/web. `--mode gallery` builds the component gallery into dist/gallery instead; the product
 * never contains it. Browsers: the last two and a half years (light-dark() and unprefixed masks stay as written).
 */
export default defineConfig(({ mode }) => ({
  root: web,
  plugins: [react(), preloadFont(), unusedParts()],
  resolve: {
    alias: [
      // The one library under Radix that writes <style> elements, which the content security policy forbids.
      { find: 'react-style-singleton', replacement: join(web, 'ui', 'style-singleton.ts') },
      // What lucide-react makes its icons with.
      { find: '../createLucideIcon.mjs', replacement: join(web, 'ui', 'lucide-icon.ts') },
    ],
  },
  build: {
    // The licences of what ends in the scripts ask to be passed on with them.
    license: { fileName: 'licencias.txt' },
    outDir: join(import.meta.dirname, 'dist', mode === 'gallery' ? 'gallery' : 'web'),
    emptyOutDir: true,
    target: ['chrome125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // All styles together are smaller than those of two screens in pieces, and no screen waits for its own.
    cssCodeSplit: false,
    rolldownOptions: {
      input: mode === 'gallery' ? join(web, 'ui', 'gallery.html') : join(web, 'index.html'),
      treeshake: { manualPureFunctions: ['__name'] },
      output: {
        // React changes seldom: its own file stays in the cache from one release of ours to the next.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            // What every screen needs travels and shrinks best in one piece.
            {
              name: 'base',
              test: (id: string) => BASE.some((some) => some.test(id)),
            },
            // The same for the screens behind the login: the shell has dialogs, most screens boxes, forms and rows.
            { name: 'inside', test: (id: string) => INSIDE.some((some) => some.test(id)) },
            { name: 'parcels', test: (id: string) => PARCELS.some((some) => some.test(id)) },
            // Lists are narrowed by days; a calendar isn't all that the statistics and the warehouse need of them.
            { name: 'days', test: /\/web\/ui\/(date-input|typed-date)\./ },
            { name: 'lists', test: (id: string) => LISTS.some((some) => some.test(id)) },
            // What every form is made with, the login's too: in one piece it is half a KB less.
            {
              name: 'forms',
              test: /\/(node_modules\/react-hook-form\/|web\/lib\/forms\.ts|web\/parts\/form\/text-field\.tsx)/,
            },
          ],
        },
      },
    },
  },
}));
