import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { FUZZ_TEXT_RUNS, typedText } from '#test/fuzz/fuzz-text.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { renderMail } from './mail-template.ts';
import { listMails, MAILBOX_SIZE } from './mailbox.store.ts';
import type { Mail } from './mailer.ts';

const brand = { brand: 'Correo & Cía', support: 'soporte@example.com' };

const letter: Mail = renderMail(
  {
    to: 'ana@example.com',
    name: 'Ána <b>',
    subject: 'Activá tu cuenta',
    paragraphs: ['Una línea con ñ, “comillas” y <script>alert(1)</script>.'],
    action: { text: 'Activar', url: 'https://portal.example.com/activation/abc?x=1&y=2' },
  },
  brand,
);

interface Delivered {
  to: string;
  subject: string;
  text: string;
  html: string;
}

let server: FakeMailServer;
let bySmtp: TestApp;
let byMailbox: TestApp;
beforeAll(async () => {
  server = await startFakeMailServer();
  bySmtp = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Remito <avisos@example.com>' });
  byMailbox = await startTestApp({ SMTP_URL: '', DEMO: '1' });
});
afterAll(async () => {
  await bySmtp.stop();
  await byMailbox.stop();
  await server.stop();
});

const services: Record<string, { app: () => TestApp; delivered(to: string): Promise<Delivered[]> }> = {
  'the mail server': {
    app: () => bySmtp,
    delivered: async (to) =>
      server.mails.filter(({ recipients }) => recipients.includes(to)).map((mail) => ({ ...mail, to })),
  },
  'the mailbox': {
    app: () => byMailbox,
    delivered: async (to) => (await listMails(byMailbox.server.deps.db)).filter((mail) => mail.to === to),
  },
};

describe.each(Object.entries(services))('%s', (_name, { app, delivered }) => {
  test('delivers text and HTML unchanged', async () => {
    await app().server.deps.mailer.send(letter);
    const [mail] = await delivered(letter.to);
    expect(mail?.subject).toBe('Activá tu cuenta · Correo & Cía');
    expect(mail?.text.trimEnd()).toBe(letter.text.trimEnd());
    expect(mail?.html.trimEnd()).toBe(letter.html.trimEnd());
  });

  test('refuses to work inside a transaction', async () => {
    const { db, mailer } = app().server.deps;
    await expect(db.withoutClient(() => mailer.send({ ...letter, to: 'nadie@example.com' }))).rejects.toThrow(
      'was called inside a transaction',
    );
    expect(await delivered('nadie@example.com')).toEqual([]);
  });
});

test('the mail server receives one recipient and the sender', async () => {
  await bySmtp.server.deps.mailer.send({ ...letter, to: 'eva@example.com' });
  const [mail] = await server.mailsTo('eva@example.com');
  expect(mail?.recipients).toEqual(['eva@example.com']);
  expect(mail?.headers.from).toBe('Remito <avisos@example.com>');
});

test('a mail that the server refuses is an error, so that the job retries', async () => {
  server.refuseNext(1);
  await expect(bySmtp.server.deps.mailer.send({ ...letter, to: 'ivo@example.com' })).rejects.toThrow(/451/);
  await bySmtp.server.deps.mailer.send({ ...letter, to: 'ivo@example.com' });
  expect(await server.mailsTo('ivo@example.com')).toHaveLength(1);
});

test('user input is escaped in HTML and stays on one line in headers', () => {
  const typed = renderMail(
    { to: 'ana@example.com\r\nBcc: x@example.com', name: 'A\nB', subject: 'Uno\r\nDos', paragraphs: ['<i>"\'&'] },
    brand,
  );
  expect(typed.to).toBe('ana@example.com Bcc: x@example.com');
  expect(typed.subject).toBe('Uno Dos · Correo & Cía');
  expect(typed.html).toContain('&lt;i&gt;&quot;&#39;&amp;');
  expect(typed.html).toContain('Correo &amp; Cía');
  expect(letter.html).not.toContain('<script>');
  expect(letter.html).toContain('href="https://portal.example.com/activation/abc?x=1&amp;y=2"');
});

/** Four texts for each mail. */
const typed = fc.record({ name: typedText(60), subject: typedText(60), one: typedText(250), two: typedText(250) });

/** Returns the visible text of markup: removes tags and decodes entities. */
const shownOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'");

const tagsOf = (html: string) => (html.match(/<[^>]*>?/g) ?? []).map((tag) => tag.split(/[\s>]/)[0]);

test('any user input arrives unchanged, and adds no header, no recipient and no markup', async () => {
  const plain = await arrived('llana@example.com', { name: 'A', subject: 'B', one: 'C', two: 'D' });
  for (const [index, texts] of fc.sample(typed, FUZZ_TEXT_RUNS / 4).entries()) {
    const to = `escrita${index}@example.com`;
    const mail = await arrived(to, texts);
    expect(mail.recipients).toEqual([to]);
    expect(Object.keys(mail.headers)).toEqual(Object.keys(plain.headers));
    // Line breaks in headers become spaces.
    const inOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
    expect(blanks(mail.subject)).toBe(blanks(`${inOneLine(texts.subject)} · ${brand.brand}`));
    for (const text of [inOneLine(texts.name), texts.one, texts.two]) {
      expect(lines(mail.text)).toContain(lines(text));
      expect(lines(shownOf(mail.html))).toContain(lines(text));
    }
    expect(tagsOf(mail.html)).toEqual(tagsOf(plain.html));
  }
}, 600_000);

// Mail servers normalise line ends and fold headers at spaces.
const lines = (text: string) => text.replace(/\r\n?/g, '\n');
const blanks = (text: string) => text.replace(/\s+/g, ' ').trim();

async function arrived(to: string, { name, subject, one, two }: Record<'name' | 'subject' | 'one' | 'two', string>) {
  const action = { text: 'Activar', url: 'https://portal.example.com/' };
  await bySmtp.server.deps.mailer.send(renderMail({ to, name, subject, paragraphs: [one, two], action }, brand));
  const [mail] = await server.mailsTo(to);
  return mail as NonNullable<typeof mail>;
}

describe('/dev/correo', () => {
  test('shows any text of a mail unchanged, without markup', async () => {
    const [first, second] = [
      fc.sample(typed, FUZZ_TEXT_RUNS / 40),
      ['https://example.com/"><script>alert(1)</script>'],
    ];
    const letters = [...first, ...second.map((one) => ({ name: 'A', subject: one, one, two: one }))];
    const shapes = new Set<string>();
    for (const { subject, one, two } of letters) {
      const to = `"<b>"@example.com`;
      await byMailbox.server.deps.mailer.send({ to, subject, text: `${one}\n${two}`, html: '' });
      const [mail] = await listMails(byMailbox.server.deps.db);
      const page = await (await byMailbox.fetch(`/dev/correo/${mail?.id}`)).text();
      // Links are the only markup that a text may produce.
      shapes.add(
        tagsOf(page)
          .filter((tag) => tag !== '<a' && tag !== '</a')
          .join(),
      );
      expect(page).not.toMatch(/<script|<[^>]+\son\w+=|href="(?!\/|https?:|data:,)/);
      expect(shownOf(page)).toContain(subject);
      expect(shownOf(page)).toContain(one);
    }
    expect(shapes.size).toBe(1);
  });

  test('lists the mails and shows a mail with its links, without scripts and inline styles', async () => {
    // Other tests may have filled the mailbox.
    await byMailbox.server.deps.mailer.send(letter);
    const list = await byMailbox.fetch('/dev/correo');
    expect(list.status).toBe(200);
    expect(list.headers.get('content-security-policy')).toContain("style-src 'self'");
    const listed = await list.text();
    const path = /href="(\/dev\/correo\/\d+)">Activá tu cuenta · Correo &amp; Cía/.exec(listed)?.[1];
    const shown = await (await byMailbox.fetch(path ?? '')).text();
    expect(shown).toContain(
      '<a href="https://portal.example.com/activation/abc?x=1&amp;y=2">https://portal.example.com/activation/abc?x=1&amp;y=2</a>',
    );
    expect(shown).toContain('Ána &lt;b&gt;');
    expect(shown).toMatch(/<dd>\d\d\/\d\d\/\d{4} \d\d:\d\d<\/dd>/);
    for (const page of [listed, shown]) expect(page).not.toMatch(/<script|<style|style=/);
    const style = await byMailbox.fetch('/dev/correo/estilo.css');
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test('answers 404 for an unknown mail', async () => {
    for (const id of ['999999', 'x', '99999999999999999999']) {
      expect((await byMailbox.fetch(`/dev/correo/${id}`)).status).toBe(404);
    }
  });

  test('doesn’t exist with a mail server', async () => {
    for (const path of ['/dev/correo', '/dev/correo/1', '/dev/correo/estilo.css']) {
      expect((await bySmtp.fetch(path)).status).toBe(404);
    }
  });

  test('deletes the oldest mails when there are too many', async () => {
    const { db, mailer } = byMailbox.server.deps;
    await byMailbox.owner(
      `INSERT INTO dev_mailbox (recipient, subject, text, html)
       SELECT 'a@example.com', n::text, '', '' FROM generate_series(1, $1::int) AS n`,
      [MAILBOX_SIZE],
    );
    await mailer.send({ ...letter, to: 'newest@example.com' });
    const kept = await listMails(db);
    expect(kept).toHaveLength(MAILBOX_SIZE);
    expect(kept[0]?.to).toBe('newest@example.com');
    const [count] = await byMailbox.owner<{ n: number }>('SELECT count(*)::int AS n FROM dev_mailbox');
    expect(count?.n).toBe(MAILBOX_SIZE);
  });
});
