import { escapeHtml } from '#server/platform/http/response/html.ts';
import type { Mail } from './mailer.ts';

/** Content of a mail. All texts are plain text; `renderMail` escapes them. */
export interface MailContent {
  to: string;
  subject: string;
  /** First name of the recipient; '' if unknown. */
  name: string;
  paragraphs: readonly string[];
  /** Call to action. */
  action?: { text: string; url: string };
}

/** Name and contact of the provider, from the settings. */
export interface Sender {
  brand: string;
  /** Contact of the support; '' for none. */
  support: string;
}

/** Renders a mail as text and as HTML with inline styles, because many mail programs ignore style sheets. */
export function renderMail(content: MailContent, { brand, support }: Sender): Mail {
  const name = oneLine(content.name);
  const greeting = name ? `Hola, ${name}:` : 'Hola:';
  const closing = [support && `¿Necesitás ayuda? ${support}`, `El equipo de ${brand}`].filter(Boolean);
  const { action, paragraphs } = content;
  const text = [greeting, ...paragraphs, ...(action ? [`${action.text}:\n${action.url}`] : []), ...closing];
  return {
    to: oneLine(content.to),
    subject: oneLine(`${content.subject} · ${brand}`),
    text: `${text.join('\n\n')}\n`,
    html: page(brand, [
      ...[greeting, ...paragraphs].map(paragraph),
      ...(action ? [button(action)] : []),
      ...closing.map(paragraph),
    ]),
  };
}

/** Removes line breaks and control characters, against header injection. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

function button({ text, url }: { text: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(text)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#52525b">Si el botón no abre, copiá esta dirección:<br><a href="${href}" style="color:#1d4ed8;word-break:break-all">${href}</a></p>`;
}

function page(brand: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f4f5;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#18181b">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(brand)}</p>
${parts.join('\n')}
</div></body></html>
`;
}
