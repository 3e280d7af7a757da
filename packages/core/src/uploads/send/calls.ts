import { call } from '../../kernel/call.ts'
import type { session } from '../../session/endpoints.ts'
import type { titles } from '../../titles/endpoints.ts'
import type { uploads } from '../endpoints.ts'

type Titles = typeof titles
type Uploads = typeof uploads

const chunk = { multipart: true, streamed: true }
const provider = { fields: { providerId: { wire: 'providerID' } } }

/** EMBED-03: the calls of an upload without their schemas, so that whoever only sends files loads neither these nor the contract. */
export const calls = {
  video: call<Uploads['video']>('uploads.video', 'POST /api/v1/videos/{tag}', chunk),
  trailer: call<Uploads['trailer']>('uploads.trailer', 'POST /api/v1/trailer/{tag}', chunk),
  videoState: call<Uploads['videoState']>('uploads.videoState', 'GET /api/v1/videos/{tag}'),
  trailerState: call<Uploads['trailerState']>('uploads.trailerState', 'GET /api/v1/trailer/{tag}'),
  offer: call<Uploads['offer']>('uploads.offer', 'POST /api/v1/uploads/{tag}/offer'),
  prove: call<Uploads['prove']>('uploads.prove', 'POST /api/v1/uploads/{tag}/proof'),
  encodeVideo: call<Titles['encodeVideo']>('titles.encodeVideo', 'POST /api/v1/encodevideo/{tag}'),
  encodeTrailer: call<Titles['encodeTrailer']>('titles.encodeTrailer', 'POST /api/v1/encodetrailer/{tag}'),
  cancelContent: call<Titles['cancelContent']>('titles.cancelContent', 'PUT /api/v1/cancelcontent', {
    query: ['isTrailerFile', 'titleTag'],
  }),
  find: call<Titles['find']>('titles.find', 'GET /api/v1/titles', {
    names: { output: { fields: { data: { names: { each: provider } } } } },
  }),
  create: call<Titles['create']>('titles.create', 'POST /api/v1/titles', {
    status: 201,
    headers: { tenantId: 'tenantId' },
    names: { input: provider },
  }),
  verify: call<typeof session.verify>('session.verify', 'GET /api/v1/verify'),
}
