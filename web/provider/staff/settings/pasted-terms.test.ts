import { describe, expect, test } from 'vitest';
import { isMarkup, paragraphsOf } from '#web/provider/staff/lists/pasted-text.ts';
import { pastedTerms } from './pasted-terms.ts';

describe('text pasted from Word', () => {
  test('keeps headings, bold, links and paragraphs, and loses fonts, classes and empty paragraphs', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset=utf-8>
      <style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head><body lang=ES-AR><!--StartFragment-->
      <h1 style='color:#2F5496'><b><span lang=ES-AR>1. Objeto<o:p></o:p></span></b></h1>
      <p class=MsoNormal style='margin-bottom:8pt'><span style='font-family:"Arial"'>El transporte
      de <b>envíos</b><b> y paquetes</b> se rige por <a href="https://remito.example/ley?a=1&amp;b=2"><u>la
      ley</u></a>.<o:p></o:p></span></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoNormal><a name="_Toc1"></a>Precio &lt; <i>valor</i> &amp; seguro</p><!--EndFragment--></body></html>`;
    expect(pastedTerms(html).split('\n')).toEqual([
      '<h1>1. Objeto</h1>',
      '<p>El transporte de <b>envíos y paquetes</b> se rige por <a href="https://remito.example/ley?a=1&amp;b=2">la ley</a>.</p>',
      '<p>Precio &lt; <i>valor</i> &amp; seguro</p>',
    ]);
  });

  test('turns its paragraphs with marks into lists', () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
      </span></span></span><![endif]>${text}<o:p></o:p></p>`;
    const html = [item(1, '1.', 'Uno'), item(2, '·', 'De uno'), item(1, '2.', 'Dos'), '<p>Fin</p>'].join('\n');
    expect(pastedTerms(html)).toBe(
      '<ol>\n<li>Uno\n<ul>\n<li>De uno</li>\n</ul>\n</li>\n<li>Dos</li>\n</ol>\n<p>Fin</p>',
    );
  });
});

test('text pasted from Google Docs keeps its lists, and what is bold by its style alone', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span
    style="font-size:16pt;font-weight:400;">Plazos</span></h2><p dir="ltr"><span style="font-weight:700;">Entrega:</span><span
    style="font-weight:400;"> cinco días</span></p><ul><li dir="ltr"><p dir="ltr"><span>Uno</span></p></li><ul><li><p><span
    style="font-style:italic">Adentro</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`;
  expect(pastedTerms(html)).toBe(
    '<h2>Plazos</h2>\n<p><b>Entrega:</b> cinco días</p>\n<ul>\n<li>Uno\n<ul>\n<li><i>Adentro</i></li>\n</ul>\n</li>\n</ul>',
  );
});

test('text pasted from Writer keeps tables, and deep headings as the deepest that the terms may have', () => {
  const html = `<h5 class="western">Tarifas</h5><table width="100%" cellpadding="4"><col width="128*"><tr valign="top"><td width="50%"
    colspan="2"><p><font face="Liberation Serif">Zona</font></p></td></tr><tr><td><p>Centro</p></td><td><p>$ 100</p><p>más IVA</p></td></tr></table>`;
  expect(pastedTerms(html)).toBe(
    '<h4>Tarifas</h4>\n<table>\n<tr><td colspan="2">Zona</td></tr>\n<tr><td>Centro</td><td>$ 100<br>más IVA</td></tr>\n</table>',
  );
});

test.each([
  ['<p><b>Uno<br><br>Dos</b></p>', '<p><b>Uno</b></p>\n<p><b>Dos</b></p>'],
  [
    '<p><a href="https://x.example">Uno<br> <br>Dos <i>tres<br>cuatro</i></a></p>',
    '<p><a href="https://x.example">Uno</a></p>\n<p><a href="https://x.example">Dos <i>tres<br>cuatro</i></a></p>',
  ],
  ['<p><b>Uno</b> <b>dos <i>tres</i></b><i> cuatro</i></p>', '<p><b>Uno dos <i>tres</i></b> <i>cuatro</i></p>'],
])('formats are closed where a paragraph ends: %s', (html, terms) => {
  expect(pastedTerms(html)).toBe(terms);
});

test.each([
  ['<h2><b>Objeto</b>: plazos</h2>', '<h2>Objeto: plazos</h2>'],
  ['<h2>Obje<b>to</b><br><br>y <i>plazos</i></h2>', '<h2>Objeto y <i>plazos</i></h2>'],
])('the text of a heading stays as it is: %s', (html, terms) => {
  expect(pastedTerms(html)).toBe(terms);
});

describe('references to items of lists stay right', () => {
  const word = (mark: string, text: string) =>
    `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${text}</p>`;
  test.each([
    [
      '<ol><li>Uno</li></ol><p>medio</p><ol start="2"><li>Dos</li></ol>',
      '<ol>\n<li>Uno</li>\n</ol>\n<p>medio</p>\n<p>2. Dos</p>',
    ],
    ['<ol type="a"><li>Uno</li><li><p>Dos</p><p>más</p></li></ol>', '<p>a) Uno</p>\n<p>b) Dos</p>\n<p>más</p>'],
    ['<ol><li style="list-style-type:lower-roman">Uno</li></ol>', '<p>i) Uno</p>'],
    ['<ol start="27" type="A"><li><b>Uno</b></li></ol>', '<p>AA) <b>Uno</b></p>'],
    ['<ol type="I"><li value="14">Uno</li></ol>', '<p>XIV) Uno</p>'],
    ['<ol><li>Uno</li><li></li><li>Tres</li></ol>', '<p>1. Uno</p>\n<p>3. Tres</p>'],
    ['<ol start="1" type="1"><li>Uno<ol type="a"><li>Sub</li></ol></li></ol>', '<ol>\n<li>Uno<br>a) Sub</li>\n</ol>'],
    [word('a)', 'Uno') + word('b)', 'Dos'), '<p>a) Uno</p>\n<p>b) Dos</p>'],
    [`${word('1.', 'Uno')}<p>medio</p>${word('2.', 'Dos')}`, '<ol>\n<li>Uno</li>\n</ol>\n<p>medio</p>\n<p>2. Dos</p>'],
    [word('1.1.', 'Uno'), '<p>1.1. Uno</p>'],
    [word('1°&lt;', 'Uno'), '<p>1°&lt; Uno</p>'],
    [word('o', 'Uno'), '<ul>\n<li>Uno</li>\n</ul>'],
  ])('%s', (html, terms) => {
    expect(pastedTerms(html)).toBe(terms);
  });
});

test.each([
  [
    '<table><caption>Zonas</caption><tr><td>Centro</td></tr></table>',
    '<p>Zonas</p>\n<table>\n<tr><td>Centro</td></tr>\n</table>',
  ],
  ['<ul>antes<li>Uno</li></ul>', '<p>antes</p>\n<ul>\n<li>Uno</li>\n</ul>'],
  ['<ol><li>Uno</li> <p>medio</p><li>Dos</li></ol>', '<ol>\n<li>Uno</li>\n</ol>\n<p>medio</p>\n<p>2. Dos</p>'],
])('text around cells and items is kept: %s', (html, terms) => {
  expect(pastedTerms(html)).toBe(terms);
});

test('what the terms may not contain is left out: scripts, images, frames and links of other schemes', () => {
  const html = `<p onclick="x()">Uno <a href="javascript:x()">dos</a><img src=x onerror=x()><script>x()</script>
    <a href=" HTTPS://remito.example/&quot;onclick=&quot;x ">tres</a></p><iframe src="https://x.example"></iframe>`;
  expect(pastedTerms(html)).toBe('<p>Uno dos <a href="HTTPS://remito.example/&quot;onclick=&quot;x">tres</a></p>');
});

test.each([
  ['Uno\r\nDos', '<p>Uno</p>\n<p>Dos</p>'],
  ['Uno\nsigue\n\nDos', '<p>Uno<br>sigue</p>\n<p>Dos</p>'],
  ['a < b & c', '<p>a &lt; b &amp; c</p>'],
])('plain text becomes paragraphs: %j', (text, html) => {
  expect(paragraphsOf(text)).toBe(html);
});

test.each([
  ['<p>Uno</p>', '', true],
  ['<p>Uno</p>', '<p class=MsoNormal>&lt;p&gt;Uno&lt;/p&gt;</p>', true],
  ['uno<br/>dos', '', true],
  ['uno<br/>dos', '<div><span>uno&lt;br/&gt;dos</span></div>', true],
  ['uno <b> dos', '<p class=MsoNormal>uno &lt;b&gt; dos</p>', false],
  ['<a href="https://x.example">x</a>', '', true],
  ['si a < b y b > c', '', false],
  ['<ana@example.com>', '', false],
])('%s with the formats %s is taken for HTML that somebody wrote: %s', (text, html, is) => {
  expect(isMarkup(text, html)).toBe(is);
});
