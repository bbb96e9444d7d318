/** 1 is 95×125 mm, 2 is 148×105 mm (D2 §9). */
export type LabelSize = 1 | 2;

/** Width and height of each size, in mm. */
export const LABEL_MM: Record<LabelSize, { width: number; height: number }> = {
  1: { width: 95, height: 125 },
  2: { width: 148, height: 105 },
};

/** Where something is fetched or brought. What is unknown is `''`. */
export interface LabelAddress {
  street: string;
  number: string;
  floor: string;
  apartment: string;
  between1: string;
  between2: string;
  neighborhood: string;
  city: string;
  /** Four digits or a CPA of eight characters. */
  zipCode: string;
  province: string;
}

/** One product of a package. */
export interface LabelItem {
  quantity: number;
  name: string;
}

/** Words of the black band that tells a package to be handled otherwise. */
export type LabelBand = 'LOGÍSTICA INVERSA' | 'REFRIGERADO';

/** All that is printed on the label of one package, as plain data and as typed: the drawing makes it printable (readings S16). */
export interface LabelData {
  /** Name of the logistics provider. */
  provider: string;
  deliveryMode: string;
  /** Day of creation in Buenos Aires, `YYYY-MM-DD`. */
  createdDay: string;
  /** Position of the package in its order, from 1, and how many there are. */
  package: { number: number; total: number };
  /** Public id of the shipment, `{tracking}-{n}`: what the Code 128 says. */
  shipmentLabel: string;
  /** Counts the different contents of the shipment's label, from 1 (readings C50). */
  version: number;
  trackingId: string;
  /** The client's own number of the order. */
  orderId: string;
  /** Page where the shipment is followed: what the QR says. */
  trackingUrl: string;
  receiver: {
    name: string;
    /** As it is to be read, masked where it has to be; `''` leaves it out. */
    document: string;
    phone: string;
    address: LabelAddress;
    /** Observations for the carrier. */
    otherInfo: string;
  };
  sender: { company: string; phone: string; address: LabelAddress };
  weightGrams: number;
  dimensionsCm: { length: number; width: number; height: number };
  /** Empty when the sender didn't say what is inside. */
  items: LabelItem[];
  /** Value in cents; null leaves it out, which is the rule, because it invites theft. */
  declaredValueCents: number | null;
  band: LabelBand | null;
  /** The way back: fetched from the receiver, brought to the sender. */
  reverse: boolean;
  /** Where the receiver collects the package (delivery mode 2). */
  pickupPoint: { name: string; address: string; zipCode: string; city: string; province: string } | null;
}
