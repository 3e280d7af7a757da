import type { Availability, Channel } from './schema.ts'

/** A channel as publishing a title to it asks (`checkPublishChannel`). */
export const toPublishChannel = ({
  name,
  displayName,
  Availability,
  active,
}: Pick<Channel, 'name' | 'displayName' | 'Availability' | 'active'>) => ({
  name: displayName || name,
  clubOnly: isClubOnly(Availability),
  active,
})

/** CHAN-14, C-44: a channel that is only shown in clubs; publishing to it is answered with 601. */
export const isClubOnly = (availability: Availability): boolean =>
  availability.inClub && !availability.appAndweb && !availability.hotel
