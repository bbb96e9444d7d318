import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { pageHeaders } from '#server/platform/http/headers.ts';
import { formatTimestamp } from '#shared/format.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { escapeHtml } from './letter.ts';
import { findMail, listMails, type StoredMail } from './mailbox.ts';

const STYLE = join(import.meta.dirname, 'mailbox.css');

/** `/dev/correo`: the mails of a demonstration, for whoever has no mail server. It doesn't exist without one. */
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

function send(reply: FastifyReply, title: string, content: string) {
  return reply
    .headers(pageHeaders(false))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/correo/estilo.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`);
}

const when = (sentAt: Date) => formatTimestamp(sentAt.toISOString());

function list(mails: readonly StoredMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<tr><td><a href="/dev/correo/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to)}</td><td>${when(sentAt)}</td></tr>`,
  );
  const table = `<table>
<thead><tr><th scope="col">Asunto</th><th scope="col">Para</th><th scope="col">Enviado</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return `<h1>Correo</h1>
<p>Los emails que envía esta demostración. <a href="/">Ir al portal</a></p>
${rows.length > 0 ? table : '<p>Todavía no hay emails.</p>'}`;
}

function message({ to, subject, text, sentAt }: StoredMail): string {
  return `<p><a href="/dev/correo">Volver al correo</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl><dt>Para</dt><dd>${escapeHtml(to)}</dd><dt>Enviado</dt><dd>${when(sentAt)}</dd></dl>
<article>${withLinks(text)}</article>`;
}

/** The text form, not the HTML one: this page allows no inline style. */
function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
