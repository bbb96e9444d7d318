/**
 * A figure as people write it here, in the form that the contract reads: '1.500' is '1500', '32.500,00' is '32500',
 * '1.234,50' is '1234,50'. Any other text stays as it is, for its field to refuse.
 */
export function normalizeNumber(text: string): string {
  const figure = text.trim();
  const plain = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(figure) ? figure.replaceAll('.', '') : figure;
  return plain.replace(/,0+$/, '');
}
