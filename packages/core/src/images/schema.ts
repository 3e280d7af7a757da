import * as z from 'zod'
import { IMAGE_WIDTHS } from './widths.ts'

/** What an image is used for; decides which rule it must follow (C-77, C-107, VAL-T1). */
export const AssetType = z.enum([
  'cover',
  'banner',
  'logo',
  'profile',
  'mediaSpace',
  'splash',
  'icon',
  'category',
  'categoryImage',
  'categoryBanner',
  'favicon',
  'homeImage',
  'mobileLogo',
  'eventCover',
  'packageCover',
])
export type AssetType = z.infer<typeof AssetType>

/** What the address of an image may ask for. */
export const ImageQuery = z.object({ width: z.literal(IMAGE_WIDTHS).optional() })

/** Bytes; more is refused before it is read. */
export const IMAGE_MAX_SIZE = 10_485_760
