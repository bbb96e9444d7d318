import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { pageHeaders, SCRIPTLESS_POLICY } from '#server/platform/http/headers.ts';
import { type Html, html } from '#server/platform/http/response/html.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { findMail, listMails, type StoredMail } from './mailbox.store.ts';

const STYLE = join(import.meta.dirname, 'mailbox.css');

/** Mounts `/dev/correo`, which shows the mails of a demonstration without a mail server. */
export function mailboxRoutes(http: FastifyInstance, { db, config }: { db: Database; config: Config }): void {
  if (!config.DEMO || config.SMTP_URL) return;
  http.get('/dev/correo', async (_request, reply) => send(reply, 'Correo', list(await listMails(db))));
  http.get('/dev/correo/estilo.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(STYLE)),
  );
  http.get<{ Params: { id: string } }>('/dev/correo/:id', async ({ params }, reply) => {
    const mail = /^\d{1,9}$/.test(params.id) ? await findMail(db, Number(params.id)) : null;
    if (!mail) throw new Failure(404, messages.notFound);
    return send(reply, mail.subject, message(mail));
  });
}

function send(reply: FastifyReply, title: string, content: Html) {
  const page = html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/correo/estilo.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  return reply
    .headers(pageHeaders(false, SCRIPTLESS_POLICY))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(String(page));
}

const when = (sentAt: Date) => formatTimestamp(sentAt.toISOString());

function list(mails: readonly StoredMail[]): Html {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      html`<tr><td><a href="/dev/correo/${id}">${subject}</a></td><td>${to}</td><td>${when(sentAt)}</td></tr>`,
  );
  const table = html`<table>
<thead><tr><th scope="col">Asunto</th><th scope="col">Para</th><th scope="col">Enviado</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`;
  return html`<h1>Correo</h1>
<p>Los emails que envía esta demostración. <a href="/">Ir al portal</a></p>
${rows.length > 0 ? table : html`<p>Todavía no hay emails.</p>`}`;
}

function message({ to, subject, text, sentAt }: StoredMail): Html {
  return html`<p><a href="/dev/correo">Volver al correo</a></p>
<h1>${subject}</h1>
<dl><dt>Para</dt><dd>${to}</dd><dt>Enviado</dt><dd>${when(sentAt)}</dd></dl>
<article>${withLinks(text)}</article>`;
}

/** Turns URLs in a mail's text into links. The HTML version isn't shown, because the page allows no inline styles. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
