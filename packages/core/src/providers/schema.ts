import * as z from 'zod'

/** PROV-01, B-13 without what is write-only. */
export const Provider = z.object({
  tag: z.string(),
  name: z.string(),
  displayName: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  contact: z.string(),
  userRole: z.literal(1),
  mediaPlatform: z.literal([0, 1]),
  tenantId: z.string().nullable(),
  isTenantProvider: z.boolean(),
  stage1Encode: z.boolean(),
  isBulkUploadEnabled: z.boolean(),
})
export type Provider = z.infer<typeof Provider>
