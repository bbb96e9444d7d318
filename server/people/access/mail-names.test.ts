import { expect, test } from 'vitest';
import { displayUsername, displayUsernameToOthers, greetingName, looksLikeContact } from './mail-names.ts';

test.each([
  'http://evil.example',
  'evil.com',
  'Ganaste: evil.com/premio',
  'www.evil',
  'EVIL.XYZ',
  'ana@evil.com',
  'evil．com',
  'evil。com',
  'ev\u200Bil.\u200Bcom',
  'ｅｖｉｌ.ｃｏｍ',
  'https:/evil',
  'mailto:x@y',
  'evil.рф',
  'Ana (evil.com)',
  'evil[.]com',
  'evil(dot)com',
  'Premios evil ( punto ) com',
  'evil［．］com',
  '1.2.3.4',
  'Entrá a 192.168.10.20',
  '1[.]2[.]3[.]4',
  '❶.❷.❸.❹',
  'evil punto com',
  'evil dot com',
  'evil PUNTO com PUNTO ar',
  'evil . com',
  'evil‧com',
  'evil•com',
  'evil·com',
  'evil com ar',
  'EVIL COM AR',
  'evil . tienda',
  'evil .com',
  'evil-punto-com',
  'evil (dot) shop',
  'El Punto Com SRL',
])('%s looks like an address', (name) => {
  expect(looksLikeContact(name)).toBe(true);
});

test.each([
  'WhatsApp +54 9 11 5555-0000',
  '5555-0000',
  'Llamá al 0800.555.0000',
  '(11) 5555 0000',
  'WhatsApp 5\u20115\u20115\u20115\u20110\u20110\u20110',
  'Tel ５５５５００００',
  'Tel ٥٥٥٥٠٠٠٠',
  'Tel ❺❺❺❺-❶❶❶❶',
  '11 5555-0000',
  '+54 9 11 5555-0000',
  '1155550000',
  '15 5555 0000',
  '(011) 4555-0000',
  '5555 - 0000',
  '11.555 0000',
  '11.555 (0000)',
  '1.155.550.000',
  '115.555 (2000)',
  '11 2000-2010',
  '2010-2000',
])('%s looks like a phone number', (name) => {
  expect(looksLikeContact(name)).toBe(true);
});

test.each([
  'Tienda 24',
  '3M',
  'Librería 9 de Julio',
  'Estudio 1810 SRL',
  '7 de Marzo 2020 y 1810',
  'Paz (Punto Rojo)',
  'Km 12.500',
  'Consorcio Belgrano 1234 - 1236',
  'Consorcio Belgrano 1234-1236',
  'Consorcio Mitre 998-1002',
  'Grupo 1810 - 2010',
  'Tienda 2000-2010',
  'Tienda 2000–2010',
  'Fundación 10.000.000 de árboles',
  'Cooperativa Ley 20.337 (1973)',
  'Paz (punto) Rojo',
  'Punto Rojo',
  'El Punto de Encuentro',
  'Punto Arte',
  'Punto Común',
  'Contrapunto Net',
  'Telas y Com. del Sur',
  'Mates • Yerba',
  'Col·lectiu',
  'Net Argentina',
])('a company called %s is named', (name) => {
  expect(looksLikeContact(name)).toBe(false);
});

test('a local number whose halves could be two house numbers of a block reads as a range, up to 300 apart', () => {
  expect(looksLikeContact('Belgrano 4555-4855')).toBe(false);
  expect(looksLikeContact('Belgrano 4555-4856')).toBe(true);
});

test.each(['Ana', 'María José', "O'Higgins", 'J. Carlos', 'Ñuñez 2º', 'M.', 'Ana...', 'D.I.'])(
  '%s looks like a name',
  (name) => {
    expect(looksLikeContact(name)).toBe(false);
  },
);

test('mails contain a dotted user name once the account is active, and no address but the user’s own', () => {
  const user = { firstName: 'evil.com', email: 'ana@example.com', activatedAt: null };
  expect(greetingName(user)).toBe('');
  expect(displayUsername({ ...user, username: 'ana.paz' })).toBeNull();
  expect(displayUsername({ ...user, username: 'ana.paz', activatedAt: new Date() })).toBe('ana.paz');
  expect(displayUsername({ ...user, username: 'evil.com', activatedAt: new Date() })).toBeNull();
  expect(displayUsername({ ...user, username: 'Ana@Example.com' })).toBe('Ana@Example.com');
  expect(displayUsername({ ...user, username: 'ana@evil.com', activatedAt: new Date() })).toBeNull();
});

test('mails contain a user name of digits alone once the account is active', () => {
  const user = { firstName: '', email: 'ana@example.com', username: '30123456', activatedAt: null };
  expect(displayUsername(user)).toBeNull();
  expect(displayUsername({ ...user, activatedAt: new Date() })).toBe('30123456');
  expect(displayUsername({ ...user, username: 'whatsapp.1155550000', activatedAt: new Date() })).toBeNull();
});

test('mails to other people contain no user name of digits alone that is as long as a phone number', () => {
  const user = { firstName: '', email: 'ana@example.com', activatedAt: new Date() };
  expect(displayUsernameToOthers({ ...user, username: '1155550000' })).toBeNull();
  expect(displayUsernameToOthers({ ...user, username: '1810' })).toBe('1810');
  expect(displayUsernameToOthers({ ...user, username: 'ana.paz' })).toBe('ana.paz');
  expect(displayUsernameToOthers({ ...user, username: 'ana@example.com' })).toBe('ana@example.com');
});
