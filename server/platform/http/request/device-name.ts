/** Browsers and programs by a part of their user agent, the more specific ones first. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^remito-ops\b/, 'Terminal'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/i, 'Windows'],
  [/\bMac OS X\b|\bdarwin\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
];

/** Returns a short Spanish name of a program and its system from a user agent: `Firefox en Windows`. */
export function deviceName(userAgent: string): string {
  const find = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [program, system] = [find(PROGRAMS), find(SYSTEMS)];
  if (program && system) return `${program} en ${system}`;
  return program ?? system ?? 'Programa desconocido';
}
