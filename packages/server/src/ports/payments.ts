import type { PriceCheck } from '@kinora/core'

/** Asks the payment provider. */
export interface PaymentsPort {
  /** C-114, C-135: what it says of a price or plan id within 5 s; never throws. */
  price(id: string, secretKey: string): Promise<PriceCheck>
}
