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

/** What the shell and most screens behind the login are made of. */
const INSIDE = [
  /\/shared\/account\.ts$/,
  /\/web\/lib\/lazy-part\.ts$/,
  /\/web\/parts\/(asked-dialog\/|form\/(leave|select|form)-)[\w-]+\.tsx$/,
  /\/web\/ui\/(badge|choice|confirm-dialog|error-summary|layouts|page-head|panel|skeleton|void)\.tsx$/,
  /\/web\/ui\/media-query\.ts$/,
  /\/lucide-react\/dist\/esm\/icons\/(ban|credit-card|ellipsis|pencil|plus|printer|undo-2)\.mjs$/,
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
              test: /\/(shared\/http\/(envelope|page)|web\/lib\/(api|session-store)|web\/ui\/(brand|button|field|remembered|tab-title|tear|text-input|theme))\.tsx?$/,
            },
            // The same for the screens behind the login: the shell has dialogs, most screens boxes, forms and rows.
            { name: 'inside', test: (id: string) => INSIDE.some((some) => some.test(id)) },
            // What every form is made with, the login's too: in one piece it is half a KB less.
            {
              name: 'forms',
              test: /\/(node_modules\/react-hook-form\/|web\/lib\/forms\.ts|web\/parts\/form\/(text-field|failure-lines)\.tsx?)/,
            },
          ],
        },
      },
    },
  },
}));
