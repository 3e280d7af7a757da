import { KinoraError } from '@kinora/core'
import * as z from 'zod'
import type { StorePlace } from './store.ts'

const address = z.string().refine(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
  message: 'must be an address like https://s3.example',
})

/** Where files are stored (OPS-05), and the usual variables of the key that opens the store. */
export const filesVariables = {
  KINORA_FILES: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9._-]+)*\/?$/, {
      message: 'must be a bucket like s3://bucket or s3://bucket/prefix',
    })
    .optional(),
  KINORA_FILES_STYLE: z.enum(['path', 'virtual'], { message: 'must be path or virtual' }).optional(),
  KINORA_FILES_MOVED: z
    .enum(['on', 'off'], { message: 'must be on or off' })
    .default('off')
    .transform(word => word === 'on'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ENDPOINT_URL_S3: address.optional(),
  AWS_ENDPOINT_URL: address.optional(),
}

type Given = z.output<z.ZodObject<typeof filesVariables>>

/** Undefined where files are in the data folder. Stores that aren't Amazon's are asked by path unless told otherwise. */
export function toPlace(given: Given): StorePlace | undefined {
  if (given.KINORA_FILES === undefined) return undefined
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(given.KINORA_FILES) ?? []
  const endpoint = given.AWS_ENDPOINT_URL_S3 ?? given.AWS_ENDPOINT_URL
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: given.AWS_REGION ?? given.AWS_DEFAULT_REGION ?? 'us-east-1',
    endpoint,
    style: given.KINORA_FILES_STYLE ?? (endpoint === undefined ? 'virtual' : 'path'),
    credentials: toCredentials(given),
  }
}

function toCredentials({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Given): StorePlace['credentials'] {
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, sessionToken }
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw new KinoraError('invalid', {
    detail: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, both or none.',
  })
}
