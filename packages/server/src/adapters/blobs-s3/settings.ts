import { KinoraError } from '@kinora/core'
import * as z from 'zod'
import type { StorePlace } from './store.ts'

const address = z.string().refine(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
  message: 'must be an address like https://s3.example',
})

const bucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9._-]+)*\/?$/

/** Where files are stored (OPS-05), and the usual variables of the key that opens the store. */
export const filesVariables = {
  KINORA_FILES: z
    .string()
    .regex(bucket, {
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

type Variables = Readonly<Record<string, string | undefined>>

/** Where backups lie; `KINORA_BACKUP_AWS_…` open another provider's bucket. Throws `invalid`. */
export const toBackupPlace = (text: string, env: Variables): string | StorePlace =>
  toOtherPlace(text, env, { of: 'KINORA_BACKUP_' })

/** Where the media of bulk uploads lie; `KINORA_FILE_STORE_AWS_…` open another provider's bucket. Throws `invalid`. */
export const toFileStorePlace = (text: string, env: Variables): string | StorePlace =>
  toOtherPlace(text, env, { of: OF_FILE_STORE, setting: 'KINORA_FILE_STORE' })

/** What the variables begin with that open a bucket of media for bulk uploads. */
export const OF_FILE_STORE = 'KINORA_FILE_STORE_'

/**
 * A folder, or `s3://bucket/prefix`, opened by the `AWS_…` variables; where any `<of>AWS_…` is set, by those alone: a key of one
 * provider is none of another's.
 */
function toOtherPlace(
  text: string,
  env: Variables,
  { of, setting }: { of: string; setting?: string },
): string | StorePlace {
  if (!/^s3:/.test(text)) return text
  const refuse = (lines: readonly string[]) => new KinoraError('invalid', { detail: lines.join('\n') })
  if (!bucket.test(text))
    throw refuse([
      setting === undefined
        ? `${text} isn’t a bucket like s3://bucket or s3://bucket/prefix.`
        : `${setting} must be a folder, or a bucket like s3://bucket or s3://bucket/prefix.`,
    ])
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  const own = set.filter(([name]) => name.startsWith(`${of}AWS_`))
  const isApart = own.length > 0
  const named = isApart ? own.map(([name, value]) => [name.slice(of.length), value]) : set
  const ownStyle = env[`${of}STYLE`] || undefined
  const style = ownStyle ?? (isApart ? undefined : env.KINORA_FILES_STYLE || undefined)
  const given = { ...Object.fromEntries(named), KINORA_FILES: text, KINORA_FILES_STYLE: style }
  const read = z.object(filesVariables).safeParse(given)
  const nameOf = (name: string) => {
    if (name === 'KINORA_FILES_STYLE') return ownStyle === undefined ? name : `${of}STYLE`
    return isApart ? `${of}${name}` : name
  }
  if (!read.success)
    throw refuse(read.error.issues.map(({ path, message }) => `${nameOf(String(path[0]))} ${message}.`))
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = read.data
  // Without a key of its own the client would take the platform's to the other provider.
  if (isApart && (id === undefined || secret === undefined))
    throw refuse([`${of}AWS_ACCESS_KEY_ID and ${of}AWS_SECRET_ACCESS_KEY must both be set.`])
  return { ...toPlace(read.data)!, isApart }
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
