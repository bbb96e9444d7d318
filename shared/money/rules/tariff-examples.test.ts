import { expect, test } from 'vitest';
import { quote, type Tariff } from './tariff.ts';

/** Prices in cents that lead to half cents, to test rounding. */
const tariff: Tariff = {
  zones: [
    {
      name: 'Cerca',
      provinces: ['C'],
      brackets: [
        { upToGrams: 500, cents: 310_045 },
        { upToGrams: 1000, cents: 402_030 },
        { upToGrams: 5000, cents: 655_515 },
      ],
      extraKgCents: 87_505,
      minDays: 1,
      maxDays: 3,
    },
    {
      name: 'Lejos',
      provinces: ['V'],
      brackets: [
        { upToGrams: 1000, cents: 980_010 },
        { upToGrams: 2000, cents: 1_150_050 },
      ],
      extraKgCents: 213_333,
      minDays: 5,
      maxDays: 9,
    },
  ],
  insurance: { perMille: 7.5, minimumCents: 35_025 },
  taxPercent: 21,
};

/**
 * Forty quotes computed by hand, in cents and grams. The volumetric weight is cm³ / 5 (H·W·L / 5000 kg), rounded up to
 * the gram. The larger weight is charged, the real one when both are equal. Each started kilogram beyond the last
 * bracket costs extra. The insurance is 7.5 ‰ of the declared value, at least 35025. Net is shipping plus insurance;
 * IVA is 21 % of it, half up.
 */
const TABLE = `
case                                                     | to    | cm             |      g |  declared |        cm³ / 5 | charged              | shipping                                      | insurance 7.5 ‰      |            net |             21 % |           IVA |          total
the first gram                                           | Cerca | 1×1×1          |      1 |         0 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 0                    |         310045 |         65109.45 |         65109 |         375154
a gram before the first bracket ends                     | Cerca | 1×1×1          |    499 |         0 |            0.2 | 499 peso             | ≤ 500: 310045                                 | 0                    |         310045 |         65109.45 |         65109 |         375154
the last gram of the first bracket                       | Cerca | 1×1×1          |    500 |         0 |            0.2 | 500 peso             | ≤ 500: 310045                                 | 0                    |         310045 |         65109.45 |         65109 |         375154
the first gram of the second                             | Cerca | 1×1×1          |    501 |         0 |            0.2 | 501 peso             | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
the last gram of the second                              | Cerca | 1×1×1          |   1000 |         0 |            0.2 | 1000 peso            | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
the first gram of the third                              | Cerca | 1×1×1          |   1001 |         0 |            0.2 | 1001 peso            | ≤ 5000: 655515                                | 0                    |         655515 |        137658.15 |        137658 |         793173
a gram before the brackets end                           | Cerca | 1×1×1          |   4999 |         0 |            0.2 | 4999 peso            | ≤ 5000: 655515                                | 0                    |         655515 |        137658.15 |        137658 |         793173
the last gram of the brackets                            | Cerca | 1×1×1          |   5000 |         0 |            0.2 | 5000 peso            | ≤ 5000: 655515                                | 0                    |         655515 |        137658.15 |        137658 |         793173
a gram beyond them is a kilogram begun                   | Cerca | 1×1×1          |   5001 |         0 |            0.2 | 5001 peso            | 655515 + 1 × 87505 = 743020                   | 0                    |         743020 |         156034.2 |        156034 |         899054
the last gram of that kilogram                           | Cerca | 1×1×1          |   6000 |         0 |            0.2 | 6000 peso            | 655515 + 1 × 87505 = 743020                   | 0                    |         743020 |         156034.2 |        156034 |         899054
the next kilogram begun                                  | Cerca | 1×1×1          |   6001 |         0 |            0.2 | 6001 peso            | 655515 + 2 × 87505 = 830525                   | 0                    |         830525 |        174410.25 |        174410 |        1004935
ten kilograms beyond                                     | Cerca | 1×1×1          |  15000 |         0 |            0.2 | 15000 peso           | 655515 + 10 × 87505 = 1530565                 | 0                    |        1530565 |        321418.65 |        321419 |        1851984
the heaviest package of the forms                        | Cerca | 1×1×1          | 999999 |         0 |            0.2 | 999999 peso          | 655515 + 995 × 87505 = 87722990               | 0                    |       87722990 |       18421827.9 |      18421828 |      106144818
far: the last gram of the first bracket                  | Lejos | 1×1×1          |   1000 |         0 |            0.2 | 1000 peso            | ≤ 1000: 980010                                | 0                    |         980010 |         205802.1 |        205802 |        1185812
far: the first gram of the second                        | Lejos | 1×1×1          |   1001 |         0 |            0.2 | 1001 peso            | ≤ 2000: 1150050                               | 0                    |        1150050 |         241510.5 |        241511 |        1391561
far: the last gram of the brackets                       | Lejos | 1×1×1          |   2000 |         0 |            0.2 | 2000 peso            | ≤ 2000: 1150050                               | 0                    |        1150050 |         241510.5 |        241511 |        1391561
far: a kilogram begun                                    | Lejos | 1×1×1          |   2001 |         0 |            0.2 | 2001 peso            | 1150050 + 1 × 213333 = 1363383                | 0                    |        1363383 |        286310.43 |        286310 |        1649693
far: that kilogram whole                                 | Lejos | 1×1×1          |   3000 |         0 |            0.2 | 3000 peso            | 1150050 + 1 × 213333 = 1363383                | 0                    |        1363383 |        286310.43 |        286310 |        1649693
far: a second one begun                                  | Lejos | 1×1×1          |   3001 |         0 |            0.2 | 3001 peso            | 1150050 + 2 × 213333 = 1576716                | 0                    |        1576716 |        331110.36 |        331110 |        1907826
a tie at the first bracket: 500 g either way             | Cerca | 10×10×25       |    500 |         0 |            500 | 500 peso             | ≤ 500: 310045                                 | 0                    |         310045 |         65109.45 |         65109 |         375154
a gram lighter than the volume                           | Cerca | 10×10×25       |    499 |         0 |            500 | 500 volumen          | ≤ 500: 310045                                 | 0                    |         310045 |         65109.45 |         65109 |         375154
a gram heavier than the volume                           | Cerca | 10×10×25       |    501 |         0 |            500 | 501 peso             | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
a tie at 1 kg                                            | Cerca | 10×10×50       |   1000 |         0 |           1000 | 1000 peso            | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
a fifth of a gram over 1 kg by volume leaves the bracket | Cerca | 1×1×5001       |   1000 |         0 |         1000.2 | 1001 volumen         | ≤ 5000: 655515                                | 0                    |         655515 |        137658.15 |        137658 |         793173
four fifths of a gram below 1 kg stay, charged as 1 kg   | Cerca | 1×1×4996       |    999 |         0 |          999.2 | 1000 volumen         | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
a tie of a rounded volume                                | Cerca | 1×1×4997       |   1000 |         0 |          999.4 | 1000 peso            | ≤ 1000: 402030                                | 0                    |         402030 |          84426.3 |         84426 |         486456
volume just at the end of the brackets                   | Cerca | 25×25×40       |    100 |         0 |           5000 | 5000 volumen         | ≤ 5000: 655515                                | 0                    |         655515 |        137658.15 |        137658 |         793173
a cubic centimetre beyond                                | Cerca | 3×8334×1       |    100 |         0 |         5000.4 | 5001 volumen         | 655515 + 1 × 87505 = 743020                   | 0                    |         743020 |         156034.2 |        156034 |         899054
a large light box                                        | Cerca | 30×40×50       |   1000 |         0 |          12000 | 12000 volumen        | 655515 + 7 × 87505 = 1268050                  | 0                    |        1268050 |         266290.5 |        266291 |        1534341
a large heavy box                                        | Cerca | 30×40×50       |  12001 |         0 |          12000 | 12001 peso           | 655515 + 8 × 87505 = 1355555                  | 0                    |        1355555 |        284666.55 |        284667 |        1640222
a tie beyond the brackets                                | Cerca | 30×40×50       |  12000 |         0 |          12000 | 12000 peso           | 655515 + 7 × 87505 = 1268050                  | 0                    |        1268050 |         266290.5 |        266291 |        1534341
far: a box charged by volume                             | Lejos | 20×20×30       |    900 |         0 |           2400 | 2400 volumen         | 1150050 + 1 × 213333 = 1363383                | 0                    |        1363383 |        286310.43 |        286310 |        1649693
the largest package of the forms                         | Lejos | 9999×9999×9999 |      1 |         0 | 199940005999.8 | 199940006000 volumen | 1150050 + 199940004 × 213333 = 42653802023382 | 0                    | 42653802023382 | 8957298424910.22 | 8957298424910 | 51611100448292
the smallest value pays the minimum                      | Cerca | 1×1×1          |      1 |         1 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 0.0075 → 35025       |         345070 |          72464.7 |         72465 |         417535
the last value that pays the minimum                     | Cerca | 1×1×1          |      1 |   4670000 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 35025                |         345070 |          72464.7 |         72465 |         417535
66 cents more: rounds to the minimum still                | Cerca | 1×1×1          |      1 |   4670066 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 35025.495 → 35025    |         345070 |          72464.7 |         72465 |         417535
a cent more: the share, half up                          | Cerca | 1×1×1          |      1 |   4670067 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 35025.5025 → 35026   |         345071 |         72464.91 |         72465 |         417536
a share that ends in half a cent                         | Cerca | 1×1×1          |      1 |   5000200 |            0.2 | 1 peso               | ≤ 500: 310045                                 | 37501.5 → 37502      |         347547 |         72984.87 |         72985 |         420532
a value of a million pesos                               | Lejos | 1×1×1          |   2000 | 100000000 |            0.2 | 2000 peso            | ≤ 2000: 1150050                               | 750000               |        1900050 |         399010.5 |        399011 |        2299061
the greatest value of the forms, by volume               | Lejos | 30×40×50       |    500 | 999999900 |          12000 | 12000 volumen        | 1150050 + 10 × 213333 = 3283380               | 7499999.25 → 7499999 |       10783379 |       2264509.59 |       2264510 |       13047889
`;

const cells = (line: string) => line.split('|').map((cell) => cell.trim());
/** Returns the result of a column that shows a calculation: its last figure. */
const result = (cell: string | undefined) => Number(/(\d+)\D*$/.exec(cell ?? '')?.[1]);

const [, ...rows] = TABLE.trim().split('\n').map(cells);

test('there are forty examples', () => {
  expect(rows).toHaveLength(40);
});

test.each(rows)('%s', (_name, to, sizes = '', grams, declared, _volume, charged, ...sums) => {
  const [heightCm = 0, widthCm = 0, lengthCm = 0] = sizes.split('×').map(Number);
  const shipment = { heightCm, widthCm, lengthCm, grams: Number(grams), declaredCents: Number(declared) };
  const [shipping, insurance, net, , tax, total] = sums.map(result);
  const answer = quote(tariff, to === 'Cerca' ? 'C' : 'V', [shipment]);
  const [one] = answer?.packages ?? [];
  expect(`${one?.billedGrams} ${one?.by}`).toBe(charged);
  expect(answer).toMatchObject({
    shippingCents: shipping,
    insuranceCents: insurance,
    netCents: net,
    taxCents: tax,
    totalCents: total,
  });
});
