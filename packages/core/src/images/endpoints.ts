import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Id, RequiredFile } from '../kernel/fields.ts'
import { AssetType } from './schema.ts'

const assetType = AssetType.default('cover').meta({ wire: 'AssetType' })
export const images = noun('images', {
  upload: post('/images/', {
    summary: 'Stores an image and gives its address (API-24)',
    input: z.object({ img: RequiredFile, assetType }),
    output: z.object({ url: z.string() }),
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
  uploadCover: post('/v4/portal/media/image', {
    summary: 'Stores an image of a tenant (API-29)',
    input: z.object({ image: RequiredFile, assetType, tenantId: Id.optional() }),
    output: z.object({ url: z.string() }),
    allow: everyRole,
    status: 201,
    multipart: true,
  }),
})
