import { cuitDigits, isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';

/** Returns the warning for a CUIT with a wrong check digit, which isn't refused (readings C1). */
export function cuitWarning(text: string): string | undefined {
  const digits = cuitDigits(text);
  return digits !== null && !isCuitCheckDigitValid(digits)
    ? 'Revisá el CUIT: el dígito verificador no coincide'
    : undefined;
}
