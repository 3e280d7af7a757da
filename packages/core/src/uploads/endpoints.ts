import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Challenge, ChunkInput, OfferInput, ProofInput, UploadState } from './schema.ts'

const target = z.object({ tag: Id })

/** API-21: the last chunk is answered with 201. */
const isWhole = (state: UploadState): boolean => state.complete

export const uploads = noun('uploads', {
  video: post('/api/v1/videos/{tag}', {
    summary: 'Stores one chunk of a title’s video and says which chunk is wanted next (API-21)',
    input: ChunkInput,
    output: UploadState,
    allow: everyRole,
    multipart: true,
    streamed: true,
    created: isWhole,
    aliases: [{ method: 'PUT', path: '/api/v1/videos/{tag}' }],
  }),
  trailer: post('/api/v1/trailer/{tag}', {
    summary: 'Stores one chunk of a title’s trailer (API-22)',
    input: ChunkInput,
    output: UploadState,
    allow: everyRole,
    multipart: true,
    streamed: true,
    created: isWhole,
  }),
  videoState: get('/api/v1/videos/{tag}', {
    summary: 'Where the upload of a title’s video stands; null when there is none',
    input: target,
    output: UploadState.nullable(),
    allow: everyRole,
  }),
  trailerState: get('/api/v1/trailer/{tag}', {
    summary: 'Where the upload of a title’s trailer stands; null when there is none',
    input: target,
    output: UploadState.nullable(),
    allow: everyRole,
  }),
  offer: post('/api/v1/uploads/{tag}/offer', {
    summary: '† Whether the platform may hold this file already for the title’s owner: a challenge, or null',
    input: OfferInput,
    output: Challenge.nullable(),
    allow: everyRole,
  }),
  prove: post('/api/v1/uploads/{tag}/proof', {
    summary: '† Answers a challenge; where it is right the title gets the stored content, else null',
    input: ProofInput,
    output: UploadState.nullable(),
    allow: everyRole,
  }),
})
