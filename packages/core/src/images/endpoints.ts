import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { AssetType } from './schema.ts'

const assetType = AssetType.default('cover').meta({ wire: 'AssetType' })
const image = z.custom<Blob>(value => value instanceof Blob, 'required.file')

export const images = noun('images', {
  upload: post('/images/', {
    summary: 'Stores an image and gives its address (API-24)',
    input: z.object({ img: image, assetType }),
    output: z.object({ url: z.string() }),
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
  uploadCover: post('/v4/portal/media/image', {
    summary: 'Stores an image of a tenant (API-29)',
    input: z.object({ image, assetType, tenantId: Id.optional() }),
    output: z.object({ url: z.string() }),
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
})
