/** A postal code: its four digits, and what more a CPA says. */
export type Zip = {
  digits: string;
  /** The full CPA of eight characters; null when only the digits were given. */
  cpa: string | null;
  /** The letter of the CPA's province (ISO 3166-2:AR); null without a CPA. */
  province: string | null;
};

/** Reads a postal code of four digits, or a CPA such as 'C1425ABC' in any case; null for anything else. */
export function parseZip(text: string): Zip | null {
  const code = text.trim().toUpperCase();
  if (/^\d{4}$/.test(code)) return { digits: code, cpa: null, province: null };
  if (!/^[A-HJ-NP-Z]\d{4}[A-Z]{3}$/.test(code)) return null;
  return { digits: code.slice(1, 5), cpa: code, province: code.charAt(0) };
}
