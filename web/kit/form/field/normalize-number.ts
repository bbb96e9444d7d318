/**
 * Converts a number with Argentine separators to the format of the contract: '1.500' → '1500', '32.500,00' → '32500',
 * '1.234,50' → '1234,50'. Returns any other text unchanged, for its field to reject: three digits behind a comma may be
 * thousands, those behind a zero and a point aren't, and a form can't ask which number was meant.
 */
export function normalizeNumber(text: string): string {
  const figure = text.trim();
  const plain = /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(figure) ? figure.replaceAll('.', '') : figure;
  return plain.replace(/,0{1,2}$/, '');
}
