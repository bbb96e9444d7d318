import { expect, test } from 'vitest';
import { fileInDataUrl } from './convert-to-zpl.ts';

test.each([
  ['data:application/octet-stream;base64,XlhBXlha', 'application/octet-stream', '^XA^XZ'],
  ['data:text/plain;charset=utf-8;base64,w7E=', 'text/plain', 'ñ'],
  ['data:text/plain,%5EXA%5EXZ', 'text/plain', '^XA^XZ'],
  ['data:,x', '', 'x'],
])('%s contains a file', async (url, type, text) => {
  const file = fileInDataUrl(url);
  expect(file?.type).toBe(type);
  expect(await file?.text()).toBe(text);
});

test.each(['', 'https://example.com/a.zpl', 'data:application/octet-stream;base64,', 'data:;base64,***', 'data:,%zz'])(
  '%j contains no file',
  (url) => {
    expect(fileInDataUrl(url)).toBeNull();
  },
);
