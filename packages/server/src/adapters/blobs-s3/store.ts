import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { isKinoraError } from '@kinora/core'
import { SignatureV4 } from '@smithy/signature-v4'
import type { StoredObject } from '../../ports/blobs.ts'
import { isStatus, toStoreError } from './errors.ts'

/** Where files lie, and who reads and writes them. */
export interface StorePlace {
  bucket: string
  /** What keys begin with there; empty, or ends in `/`. */
  prefix: string
  region: string
  /** Of a store that isn't Amazon's. */
  endpoint?: string | undefined
  /** Whether the bucket is a part of the path or of the host's name. */
  style: 'path' | 'virtual'
  /** What the environment says of endpoints counts for another place. */
  isApart?: boolean | undefined
  /** Without them the client looks where it always does: its own files, or the machine's role. */
  credentials?:
    | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
    | undefined
}

/** Bytes that one request stores; a larger object comes in pieces of this size. */
export const PIECE = 16 * 1_048_576
/** Pieces that an object may have. */
const PIECES_MAX = 10_000
/** Bytes that one request copies: some stores say nothing before they have, and an answer is waited for no longer than `ANSWER_TIMEOUT`. */
const COPY_PIECE = 256 * 1_048_576

/** Seconds; S3 signs for no longer. */
const WEEK = 604_800
/** Milliseconds. */
const CONNECT_TIMEOUT = 5000
const ANSWER_TIMEOUT = 60_000
const IDLE_TIMEOUT = 30_000
/** Each viewer's stream holds one while it is read. */
const SOCKETS = { keepAlive: true, maxSockets: 1000 }

/** Bytes of a piece of an object of this size. */
export const pieceOf = (size: number): number => Math.max(PIECE, Math.ceil(size / PIECES_MAX))

/** What is read: bytes as they come, how many they will be, and of which version of the object they are. */
export interface Opened {
  pieces: AsyncIterable<Uint8Array> & { destroy(): unknown }
  size: number
  etag: string | undefined
}

export interface Version {
  object: StoredObject
  etag: string | undefined
}

interface ReadFrom {
  start: number
  /** Exclusive. */
  end: number
  /** Of this version of the object alone. */
  etag?: string | undefined
  signal?: AbortSignal | undefined
}

export type Store = ReturnType<typeof openStore>

/** A bucket, in the words of S3 and the errors of Kinora. Keys are those below the prefix. */
export function openStore(place: StorePlace) {
  const { bucket: Bucket, prefix } = place
  const client = createClient(place)
  const at = (key: string) => ({ Bucket, Key: `${prefix}${key}` })
  const source = (key: string) => `${Bucket}/${prefix}${key}`
  const below = (key: string) => ({ Bucket, Prefix: `${prefix}${key}` })
  const toKey = (name: string | undefined): string => (name ?? '').slice(prefix.length)

  const store = {
    /** For people: the bucket, and what keys begin with. */
    name: `s3://${Bucket}/${prefix}`,
    /** Lies in a store that holds the files of a platform; where it is gone, so is the store, and nothing is told as lost. */
    markKey: 'kinora.json',
    close: () => client.destroy(),
    async createBucket(): Promise<void> {
      await asked(client.send(new CreateBucketCommand({ Bucket })))
    },
    async put(key: string, Body: Uint8Array, signal?: AbortSignal): Promise<void> {
      await asked(client.send(new PutObjectCommand({ ...at(key), Body }), options(signal)))
    },
    /** Facts of an object, or undefined where there is none. */
    async head(key: string): Promise<StoredObject | undefined> {
      return (await store.version(key))?.object
    },
    /** The same, and which version of it that is. */
    async version(key: string, signal?: AbortSignal): Promise<Version | undefined> {
      const answer = await unlessNone(asked(client.send(new HeadObjectCommand(at(key)), options(signal))))
      const { ContentLength: Size, LastModified, ETag: etag } = answer ?? {}
      return answer && { object: toObject(key, { Size, LastModified }), etag }
    },
    /** Throws `notFound`. Undefined where the range begins behind the end. */
    async open(key: string, { start, end, etag, signal }: ReadFrom): Promise<Opened | undefined> {
      const Range = start === 0 && end === Number.POSITIVE_INFINITY ? undefined : rangeOf(start, end)
      const command = new GetObjectCommand({ ...at(key), Range, IfMatch: etag })
      try {
        const answer = await client.send(command, options(signal))
        const pieces = answer.Body as unknown as Opened['pieces']
        // Without it what comes can't be told from what was cut off.
        if (answer.ContentLength === undefined) throw new Error(`no Content-Length with ${key}`)
        return { pieces, size: answer.ContentLength, etag: answer.ETag }
      } catch (error) {
        if (isStatus(error, 416)) return undefined
        throw toStoreError(error)
      }
    },
    /** Every object whose key begins so, in the order of the keys. */
    async *list(key: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
      for (let ContinuationToken: string | undefined; ; ) {
        const command = new ListObjectsV2Command({ ...below(key), ContinuationToken })
        const page = await asked(client.send(command, options(signal)))
        for (const found of page.Contents ?? []) yield toObject(toKey(found.Key), found)
        ContinuationToken = page.NextContinuationToken
        if (page.IsTruncated !== true || ContinuationToken === undefined) return
      }
    },
    /** Where anybody gets an object, from one second since 1970 until another, a week later at most. */
    address: (key: string, lifetime: Lifetime): Promise<string> =>
      presign(client, place, { key: `${prefix}${key}`, ...lifetime }),
    async delete(key: string): Promise<void> {
      await unlessNone(asked(client.send(new DeleteObjectCommand(at(key)))))
    },
    /** Throws `notFound`. An object that is copied onto itself becomes as young as one that is written now. */
    async copy(from: string, to: string, size: number): Promise<void> {
      if (size > COPY_PIECE) return copyLarge(from, to, size)
      const command = new CopyObjectCommand({
        ...at(to),
        CopySource: source(from),
        ...(from === to && {
          MetadataDirective: 'REPLACE' as const,
          Metadata: { touched: new Date().toISOString() },
        }),
      })
      await asked(client.send(command))
    },
    /** Stores an object of pieces, each of 5 MiB at least but the last; nothing of it stays where that fails. */
    async putPieces(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
      await asPieces(key, async UploadId => {
        const stored: CompletedPart[] = []
        // The next one is on its way here while one goes there.
        let sending: Promise<unknown> = Promise.resolve()
        let PartNumber = 0
        for await (const Body of pieces) {
          await sending
          PartNumber += 1
          const part = { PartNumber }
          const command = new UploadPartCommand({ ...at(key), UploadId, ...part, Body })
          sending = client.send(command).then(({ ETag }) => stored.push({ ...part, ETag }))
          sending.catch(() => undefined)
        }
        await sending
        return stored
      })
    },
    /** Objects that are being stored in pieces, or were when their server went. */
    async *listUnfinished(key: string): AsyncGenerator<{ key: string; id: string; changedAt: Date }> {
      for (let more = {}; ; ) {
        const page = await asked(client.send(new ListMultipartUploadsCommand({ ...below(key), ...more })))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          yield { key: toKey(Key), id: UploadId ?? '', changedAt: Initiated ?? new Date() }
        if (page.IsTruncated !== true) return
        more = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      }
    },
    /** Whether it was already aborted, or finished, is nobody's concern. */
    async abort(key: string, UploadId: string): Promise<void> {
      const aborted = client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId }))
      await aborted.catch((error: unknown) => {
        if (!isStatus(error, 404)) throw toStoreError(error)
      })
    },
  }

  async function asPieces(key: string, send: (id: string) => Promise<CompletedPart[]>): Promise<void> {
    const { UploadId } = await asked(client.send(new CreateMultipartUploadCommand(at(key))))
    try {
      const MultipartUpload = { Parts: await send(UploadId!) }
      await client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload }))
    } catch (error) {
      await store.abort(key, UploadId!).catch(() => undefined)
      throw toStoreError(error)
    }
  }

  function copyLarge(from: string, to: string, size: number): Promise<void> {
    return asPieces(to, async UploadId => {
      const stored: CompletedPart[] = []
      for (let start = 0; start < size; start += COPY_PIECE) {
        const part = { PartNumber: stored.length + 1 }
        const CopySourceRange = rangeOf(start, Math.min(size, start + COPY_PIECE))
        const copied = { ...at(to), UploadId, ...part, CopySource: source(from), CopySourceRange }
        const { CopyPartResult } = await client.send(new UploadPartCopyCommand(copied))
        stored.push({ ...part, ETag: CopyPartResult?.ETag })
      }
      return stored
    })
  }

  return store
}

/** The client of a place, with its limits of time. */
function createClient({ region, endpoint, style, credentials, isApart }: StorePlace): S3Client {
  return new S3Client({
    region,
    forcePathStyle: style === 'path',
    ...(endpoint !== undefined && { endpoint }),
    ...(isApart && { ignoreConfiguredEndpointUrls: true }),
    ...(credentials !== undefined && { credentials }),
    // Bodies are signed with their SHA-256; not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: ANSWER_TIMEOUT,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT,
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
    },
  })
}

/** Seconds since 1970. */
interface Lifetime {
  from: number
  until: number
}

/** An address of an object that holds its own signature (a presigned URL). */
async function presign(
  { config }: S3Client,
  { bucket, region, endpoint, style }: StorePlace,
  { key, from, until }: Lifetime & { key: string },
): Promise<string> {
  const { protocol, hostname, port, pathname } = config.endpointProvider({
    Bucket: bucket,
    Region: region,
    Endpoint: endpoint,
    ForcePathStyle: style === 'path',
    UseFIPS: false,
    UseDualStack: false,
    Accelerate: false,
    DisableMultiRegionAccessPoints: true,
  }).url
  const path = `${pathname.replace(/\/$/, '')}/${key.split('/').map(encodeURIComponent).join('/')}`
  const { credentials, sha256 } = config
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol,
      hostname,
      path,
      query: { 'response-content-type': 'video/mp4' },
      ...(port !== '' && { port: Number(port) }),
      headers: {
        host: port === '' ? hostname : `${hostname}:${port}`,
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      },
    },
    { signingDate: new Date(from * 1000), expiresIn: Math.min(WEEK, until - from) },
  )
  const query = new URLSearchParams(signed.query as Record<string, string>)
  return `${protocol}//${hostname}${port && `:${port}`}${path}?${query}`
}

const options = (abortSignal: AbortSignal | undefined) => (abortSignal === undefined ? {} : { abortSignal })

/** Its end is exclusive, the header's is not. */
const rangeOf = (start: number, end: number): string =>
  `bytes=${start}-${end === Number.POSITIVE_INFINITY ? '' : end - 1}`

function toObject(key: string, { Size, LastModified }: { Size?: number; LastModified?: Date }): StoredObject {
  return { key, size: Size ?? 0, changedAt: LastModified ?? new Date() }
}

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw toStoreError(error)
  })

const unlessNone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  })
