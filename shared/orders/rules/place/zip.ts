import { plainSigns, withoutEnclosure } from '#shared/kit/text/plain-signs.ts';
import { type ProvinceLetter, provinceByLetter } from './provinces.ts';

/** A postal code: its four digits, and the data of its CPA. */
export type Zip = {
  digits: string;
  /** The full CPA of eight characters; null when only digits, with or without a letter, were given. */
  cpa: string | null;
  /** The letter of the province (ISO 3166-2:AR), of a CPA or before the digits; null without one. */
  province: ProvinceLetter | null;
  /** What was given, in its shortest spelling: '1425', 'C1425' or 'C1425ABC'. */
  written: string;
};

/** A country, and a label such as 'CP:', 'C.P.', 'CPA' or 'Cód. postal', with what may stand between it and the code. */
const LABEL = String.raw`(?:ARG?(?:ENTINA)?[ -]+)?(?:(?:C\.? ?P\.?(?:A\.?| A\.?(?!\d))?|C[OÓ]D(?:IGO|\.)? ?POSTAL|ZIP(?: ?CODE)?)[ .:#(-]*)?`;

/** Four digits, which programs write as an amount: '1.425', '1425.0', '1,425.00'. */
const NUMBER = new RegExp(String.raw`^${LABEL}([1-9])[.,' ]?(\d{3})(?:[.,]00?)?$`);

/** The letter of a province, four digits and perhaps three letters. */
const LETTERED = new RegExp(String.raw`^${LABEL}([A-HJ-NP-Z])[ .-]{0,3}([1-9]\d{3})(?:[ .-]{0,3}([A-Z]{3}))?$`);

/**
 * Reads a postal code from 1000 to 9999 in every spelling in which its four digits are certain: alone, after the letter of a province
 * ('C1425'), as a CPA ('C1425ABC', 'C 1425 ABC'), as a program's number ('1.425', '1425.0'), with a label or in brackets. The letter
 * isn't compared with the digits here (`zipProvinces`). Null for any other text.
 */
export function parseZip(text: string): Zip | null {
  const code = withoutEnclosure(plainSigns(text)).toUpperCase();
  const [, thousands, rest] = NUMBER.exec(code) ?? [];
  if (thousands && rest) {
    const digits = thousands + rest;
    return { digits, cpa: null, province: null, written: digits };
  }
  const [, letter, digits, street = ''] = LETTERED.exec(code) ?? [];
  if (!letter || !digits) return null;
  const written = letter + digits + street;
  return { digits, cpa: street ? written : null, province: letterOf(letter), written };
}

/** Returns a typed postal code in its shortest spelling, and any other text unchanged for its check to refuse. */
export const plainZip = (text: string): string => parseZip(text)?.written ?? text;

/**
 * Reads an incomplete postal code, as people type it or as lists write it for towns without streets: one to four
 * digits, or the beginning of a CPA that includes a digit ('14', 'C14', 'C1425AB'); also a complete one as `parseZip` does.
 *
 * @returns its digits, and the province of its letter if it has one; null for any other text
 */
export function parseZipStart(text: string): { digits: string; province: ProvinceLetter | null } | null {
  const whole = parseZip(text);
  if (whole) return { digits: whole.digits, province: whole.province };
  const code = text.trim().toUpperCase();
  const [, letter, digits] = /^([A-HJ-NP-Z])?([1-9]\d{0,3})(?:(?<=^[A-Z]\d{4})[A-Z]{1,3})?$/.exec(code) ?? [];
  return digits ? { digits, province: letter ? letterOf(letter) : null } : null;
}

function letterOf(code: string): ProvinceLetter | null {
  return provinceByLetter(code.charAt(0))?.letter ?? null;
}
