import { en, isKinoraError, KinoraError } from '@kinora/core'

/** What a failure of the client tells; network errors have a code of the system alone. */
interface ClientError {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

const asClientError = (error: unknown): ClientError =>
  typeof error === 'object' && error !== null ? (error as ClientError) : {}

export const statusOf = (error: unknown): number | undefined => asClientError(error).$metadata?.httpStatusCode

export const isStatus = (error: unknown, status: number): boolean => statusOf(error) === status

/** Stores say in words of their own that nothing more fits. */
const full: ReadonlySet<string> = new Set(['QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull'])

/**
 * The same errors as of a disk: there is no such object, nothing more fits, nobody waits any more; anything else that the store
 * or the line to it says is for now, and tried again.
 */
export function toStoreError(error: unknown): KinoraError {
  if (isKinoraError(error)) return error
  const { name = '', code } = asClientError(error)
  // Also the bucket may be gone, of which a HEAD tells no more than this: whoever finds nothing asks for the store's own mark.
  if (isStatus(error, 404) && name !== 'NoSuchBucket' && name !== 'NoSuchUpload')
    return new KinoraError('notFound', { cause: error })
  if (name === 'AbortError') return new KinoraError('aborted', { cause: error })
  if (isStatus(error, 507) || full.has(name)) return new KinoraError('storageFull', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new KinoraError('storageFull', { cause: error })
  return storeUnavailable(error)
}

export const storeUnavailable = (cause: unknown): KinoraError =>
  new KinoraError('server', { status: 503, retryAfter: 5, detail: en['error.storageGone'], cause })

interface Place {
  bucket: string
  endpoint?: string | undefined
  /** What was tried: to write, to read … */
  act: string
  /** The variable that names the place. */
  setting?: string
  /** What the variables of its key begin with. */
  of?: string
}

/** Why a store can't be used, for who sets it up. */
export function explainRefusal(
  error: unknown,
  { bucket, endpoint, act, setting = 'KINORA_FILES', of = '' }: Place,
): KinoraError {
  const cause = isKinoraError(error) ? (error.cause ?? error) : error
  const { name = '', code = '', message = '', $metadata } = asClientError(cause)
  const status = $metadata?.httpStatusCode
  const where = endpoint ?? 'Amazon S3'
  const refuse = (detail: string) => new KinoraError('invalid', { detail, cause })
  if (name === 'CredentialsProviderError')
    return refuse(
      `There is no key for the bucket ${bucket}: set ${of}AWS_ACCESS_KEY_ID and ${of}AWS_SECRET_ACCESS_KEY.`,
    )
  if (name === 'InvalidAccessKeyId') return refuse(`${where} doesn’t know the key in ${of}AWS_ACCESS_KEY_ID.`)
  if (name === 'SignatureDoesNotMatch')
    return refuse(`${where} says that ${of}AWS_SECRET_ACCESS_KEY isn’t the secret of ${of}AWS_ACCESS_KEY_ID.`)
  if (name === 'ExpiredToken' || name === 'InvalidToken')
    return refuse(`${where} says that ${of}AWS_SESSION_TOKEN isn’t good any more.`)
  if (name === 'RequestTimeTooSkewed')
    return refuse(`The clock of this machine is wrong for ${where}: it is ${new Date().toISOString()} here.`)
  if (name === 'NoSuchBucket' || status === 404)
    return refuse(`There is no bucket ${bucket} at ${where}. Make it, or change ${setting}.`)
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed' || status === 301)
    return refuse(`The bucket ${bucket} is in another region: set ${of}AWS_REGION. ${where} says: ${message}`)
  if (status === 403 || status === 401)
    return refuse(
      `${where} doesn’t let this key ${act} in the bucket ${bucket}: change its policy. It says: ${message || name}`,
    )
  if (status === undefined)
    return new KinoraError('offline', {
      detail: `There is no answer from ${where} (${code || name || message}): check ${of}AWS_ENDPOINT_URL_S3 and the network.`,
      cause,
    })
  return refuse(
    `${where} couldn’t ${act} in the bucket ${bucket}. It says: ${status} ${name} ${message}`.trim(),
  )
}
