import type { Config } from '#server/config/config.ts';
import { type Html, html } from '#server/platform/http/response/html.ts';
import { isPublicUrl } from '#server/platform/network/loopback.ts';
import { messages } from '#shared/kit/messages.ts';
import { ID_FIELD_LENGTH } from '#shared/orders/rules/code/scanned-id.ts';

/** Settings that all public tracking pages share. */
export interface Site {
  brand: string;
  /** Contact of support; may be empty. */
  support: string;
  styleUrl: string;
  /** Whether this is a demonstration with a public URL. */
  publicDemo: boolean;
}

type SiteSettings = Pick<Config, 'BRAND_NAME' | 'BRAND_SUPPORT' | 'DEMO' | 'PUBLIC_URL'>;

export function trackingSite(config: SiteSettings, styleUrl: string): Site {
  const publicDemo = config.DEMO && isPublicUrl(config.PUBLIC_URL);
  return { brand: config.BRAND_NAME, support: config.BRAND_SUPPORT, styleUrl, publicDemo };
}

/** The portal's logo: a delivery note (remito) in front of its carbon copy. */
const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
<path class="mark-copy" d="M12 1h15a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3h-3V10a4 4 0 0 0-4-4H9V4a3 3 0 0 1 3-3z"/>
<path class="mark-front" d="M5 8h14a3 3 0 0 1 3 3v20l-2.5-2-2.5 2-2.5-2-2.5 2-2.5-2L7 31l-2.5-2L2 31V11a3 3 0 0 1 3-3z"/>
<path class="mark-letter" d="M9 24V14.2M9 18.6c.5-2.8 2.6-4.5 6-4.3"/>
</svg>`;

/** Renders a whole page, without scripts and inline styles. */
export function layout({ brand, support, styleUrl, publicDemo }: Site, title: string, content: Html): string {
  const page = html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title} · ${brand}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleUrl}">
</head>
<body>
${publicDemo && html`<p class="demonstration">${messages.demonstration}</p>`}
<header class="brand">${MARK}<span>${brand}</span></header>
<main>
${content}
</main>
<footer>
${support && html`<p>¿Necesitás ayuda? ${support}</p>`}
<p>Las fechas y horas son de Buenos Aires.</p>
</footer>
</body>
</html>
`;
  return String(page);
}

const SEARCH = html`<form class="search" action="/seguimiento" method="get" role="search">
<label for="id">Número de seguimiento o etiqueta</label>
<p class="hint" id="id-hint">Está en la etiqueta del paquete o en el aviso de tu compra. Ejemplo: 7K3MQ9XW2RT</p>
<div class="search-row">
<input id="id" name="id" type="text" aria-describedby="id-hint" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="${ID_FIELD_LENGTH}" required>
<button type="submit">Buscar</button>
</div>
</form>`;

/** Renders the search page. */
export function searchPage(site: Site): string {
  return layout(site, 'Seguimiento', html`<section class="card"><h1>Seguí tu envío</h1>\n${SEARCH}</section>`);
}

/** Renders the page for an unknown order. The page doesn't repeat the requested id. */
export function notFoundPage(site: Site): string {
  return layout(
    site,
    'No encontramos ese envío',
    html`<section class="card"><h1>No encontramos ese envío</h1>
<p>Revisá que el número esté completo y probá de nuevo. Si recién compraste, el vendedor puede tardar en cargar el envío.</p>
${SEARCH}</section>`,
  );
}

/** Renders the page of an error or an exceeded rate limit. */
export function errorPage(site: Site, title: string, text: string): string {
  return layout(site, title, html`<section class="card"><h1>${title}</h1>\n<p>${text}</p></section>`);
}
