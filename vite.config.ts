import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown, runnerImport } from 'vite';

const web = join(import.meta.dirname, 'web');
const shared = join(import.meta.dirname, 'shared');

/** Preloads the text font with the page, so that text isn't drawn again when the font arrives. */
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

/** Declarations of a call that only the server, the API documents and types need. */
const SERVER_ONLY = [
  /^ +summary:\s+(['"]).*\1,$/gm,
  /^ {2}(?:audit|needs|stepUp): (?:'[\w.]+'|null),$/gm,
  /^ {2}allowedBefore(?:Approval|Factor|SetUp): true,$/gm,
  /^ {2}(?:additions|bodyAdditions|errorStatuses|shows): \[['\d].*\],$/gm,
  /^ {2}(?:additions|bodyAdditions|shows): \[\n(?: {4}'.*',\n)+ {2}\],$/gm,
  // Of `resource`, which declares two calls.
  /^ {4}(?:query: (?:listQuery\(filters\)|z\.object\(\{ filter: filterSchema\(filters\) \}\))|reply: page\(row\)),$/gm,
  /^ {2}(?:params|query|body|reply): (?:.*,|.*\n(?: {4,}.*\n)+ {2}\S.*,)$/gm,
];

/** Calls that only build a schema: the bundler removes those that nothing uses, such as the schemas of replies. */
const BUILDERS =
  /\bz\.(?:object|array|nullable|nullish|optional|string|number|boolean|enum|literal|union|record|pipe|transform|extend)\(/g;

/** Removes from the contract what the browser doesn't use. */
function dropServerOnly(): Plugin {
  const reduced = (code: string) => SERVER_ONLY.reduce((text, part) => text.replace(part, ''), code);
  return {
    name: 'drop-server-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/[\w/-]+\.ts$/ },
      handler(code, id) {
        const kept = code.includes(' endpoint(') ? reduced(code) : code;
        if (id.endsWith('/kit/resource.ts') && / listQuery\(/.test(kept))
          this.error('resource.ts has changed: its schemas stay');
        return { code: kept.replace(BUILDERS, '/*#__PURE__*/$&'), map: null };
      },
    },
  };
}

/** Replaces the module that derives the shapes of replies from their schemas by its data: the build has no such schemas. */
function evaluateReplyShapes(): Plugin {
  const module = join(shared, 'kit', 'http', 'reply-shapes.ts');
  return {
    name: 'evaluate-reply-shapes',
    apply: 'build',
    load: {
      filter: { id: /\/shared\/kit\/http\/reply-shapes\.ts$/ },
      async handler() {
        // By Vite, because the Node that builds may be too old for TypeScript.
        const { replyShapes, shapeKey } = (
          await runnerImport<typeof import('./shared/kit/http/reply-shapes.ts')>(module)
        ).module;
        return `export const shapeKey = ${shapeKey};\nexport const replyShapes = ${JSON.stringify(replyShapes)};`;
      },
    },
  };
}

/**
 * Removes what the bundler keeps of downshift although no component uses it, half of its size: an assignment to a hook has a side
 * effect, and so have the tables of properties that only a development build checks. `Combobox` scrolls by the browser's own means.
 */
function dropUnusedDownshift(): Plugin {
  const unused = [
    /^(useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*;$/gm,
    /^import (?:PropTypes|\{ (?:isForwardRef|compute) \}) from .*;$/gm,
    /^var (?:propTypes(?:\$\d)?|dropdownPropTypes) = (?:_extends\()?.*\{\n(?: .*\n)*\}\)?;$/gm,
    /^ +validatePropTypes\$1\(userProps, \w+, propTypes(?:\$\d)?\);$/gm,
  ];
  return {
    name: 'drop-unused-downshift',
    apply: 'build',
    transform: {
      filter: { id: /\/downshift\.esm\.mjs$/ },
      handler(code) {
        const unmatched = unused.find((part) => code.search(part) < 0);
        if (unmatched) this.error(`downshift has changed: nothing matches ${unmatched}`);
        return { code: unused.reduce((text, part) => text.replace(part, ''), code), map: null };
      },
    },
  };
}

/** Returns a module that chunks are divided by. A missing one would silently divide nothing. */
function entry(path: string, root = web): string {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`vite.config.ts names a file that doesn't exist: ${file}`);
  return normalizePath(file);
}

const MAIN = entry('main.tsx');
const ACCOUNT = entry('people/sender/account/account.tsx');
const CALCULATOR = entry('money/sender/calculator/calculator.tsx');
const LOGIN = entry('people/sender/login/login.tsx');
const NEW_ORDER = entry('orders/sender/new-order/new-order.tsx');
const ORDER_DETAIL = entry('orders/sender/order-detail/order-detail.tsx');
const ORDERS = entry('orders/sender/orders/orders.tsx');
const PAYMENTS = entry('money/sender/payments/payments.tsx');
const PENDING = entry('orders/sender/pending/pending.tsx');
const REVERSE_ORDERS = entry('orders/sender/reverse-orders/reverse-orders.tsx');
const SHELL = entry('shell/frame/shell.tsx');
const ROUTE_GUARD = entry('shell/frame/route-guard.tsx');
const IMPORT_DIALOG = entry('orders/sender/products/import-dialog.tsx');
const CONSOLE_SESSION = entry('people/staff/access/my-session.tsx');
const UPLOAD_DIALOG = entry('bulk/sender/batches/upload-dialog.tsx');
/** Shared by most forms, and by the steps of a file of orders. */
const DELIVERY_MODES = entry('orders/rules/delivery-modes.ts', shared);
const DOCUMENT = entry('orders/rules/place/document.ts', shared);

/**
 * Chunks that several screens share, with pairs of entry points. A module goes into the first chunk that has a pair of
 * which both entry points import the module, directly or through other modules. `inside` must import nothing of `forms`:
 * lists would load the form library. scripts/check-bundle-size.mjs shows when a pair is missing.
 */
const SHARED_CHUNKS: readonly (readonly [name: string, ...pairs: (readonly [string, string])[]])[] = [
  ['base', [MAIN, MAIN], [LOGIN, SHELL], [LOGIN, ORDERS], [LOGIN, UPLOAD_DIALOG]],
  [
    'inside',
    [SHELL, SHELL],
    [ROUTE_GUARD, ROUTE_GUARD],
    [ORDERS, NEW_ORDER],
    [ORDERS, ACCOUNT],
    [IMPORT_DIALOG, NEW_ORDER],
    [ORDER_DETAIL, ACCOUNT],
    [ORDERS, CONSOLE_SESSION],
    [DELIVERY_MODES, DELIVERY_MODES],
    [DOCUMENT, DOCUMENT],
  ],
  ['shipments', [ORDERS, ORDER_DETAIL]],
  ['lists', [ORDERS, PAYMENTS], [ORDERS, PENDING], [ORDERS, REVERSE_ORDERS]],
  ['places', [UPLOAD_DIALOG, NEW_ORDER]],
  ['forms', [LOGIN, CALCULATOR]],
  ['fields', [CALCULATOR, NEW_ORDER], [ACCOUNT, NEW_ORDER]],
];

/** Returns the groups of SHARED_CHUNKS for the bundler, which tries groups in their order. */
function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  const reached = new Map<string, Set<string>>();
  const modulesOf = (start: string, context: Rolldown.ChunkingContext): Set<string> => {
    const known = reached.get(start);
    if (known) return known;
    const modules = new Set([start]);
    for (const id of modules)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
    reached.set(start, modules);
    return modules;
  };
  return SHARED_CHUNKS.map(([name, ...pairs]) => ({
    debugName: name,
    name: (id, context) =>
      // The entry itself would also run on the staff's pages, which share its chunk. Every screen imports the file that names all
      // icons, so its imports don't tell which screen uses an icon.
      id !== MAIN &&
      !id.includes('/lucide-react/') &&
      pairs.some((pair) => pair.every((start) => modulesOf(start, context).has(id)))
        ? name
        : null,
  }));
}

/**
 * Builds the portal into dist/web. `--mode gallery` builds the component gallery into dist/gallery instead; the product
 * never contains it. Browsers: the last two and a half years (light-dark() and unprefixed masks stay as written).
 */
export default defineConfig(({ mode }) => ({
  root: web,
  plugins: [react(), preloadFont(), dropServerOnly(), evaluateReplyShapes(), dropUnusedDownshift()],
  resolve: {
    alias: [
      // The only dependency of Radix that writes <style> elements, which the content security policy forbids.
      { find: 'react-style-singleton', replacement: join(web, 'kit', 'ui', 'overlay', 'style-singleton.ts') },
      // The factory of lucide-react's icons.
      { find: '../createLucideIcon.mjs', replacement: join(web, 'kit', 'ui', 'display', 'lucide-icon.ts') },
    ],
  },
  build: {
    // The licences of bundled packages require their text in the distribution.
    license: { fileName: 'licencias.txt' },
    outDir: join(import.meta.dirname, 'dist', mode === 'gallery' ? 'gallery' : 'web'),
    emptyOutDir: true,
    target: ['chrome125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // One file: all styles together are smaller than the split files of two screens, and no screen waits for a file of its own.
    cssCodeSplit: false,
    rolldownOptions: {
      input:
        mode === 'gallery'
          ? join(web, 'kit', 'gallery', 'gallery.html')
          : [join(web, 'index.html'), join(web, 'console.html')],
      treeshake: { manualPureFunctions: ['__name'] },
      output: {
        // React rarely changes, so a separate file stays in the browser's cache across releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 1 },
            // An icon in a list's chunk would make other screens load that chunk.
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 4, priority: 1 },
            ...sharedChunks(),
          ],
        },
      },
    },
  },
}));
