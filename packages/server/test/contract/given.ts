import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TitleStatus, VideoStatus, type WebSettingsDraft } from '@kinora/core'
import { answerTo, type FileSource, sampleOf } from '@kinora/core/uploads'
import type { TestServer } from '../harness.ts'
import { chunkOf, fileDigest, freshClip, put, sendFile } from '../titles/support.ts'
import { tenantSample } from './calls.ts'

interface Given {
  server: TestServer
  /** What the call takes so far, with ids of the caller’s own rows. */
  input: Record<string, unknown>
}

export type More = (given: Given) => Promise<Record<string, unknown>> | Record<string, unknown>
export const names = { name: { 'en-GB': 'Sled' } }
export const inHotels = { inClub: false, appAndweb: false, hotel: true }
export const newChannel = async ({ server }: Given) =>
  (
    await server
      .api('admin')
      .channels.create({ name: 'Of a test', providerId: 'ironside', Availability: inHotels })
  ).tag
export const newProvider = (name: string) => ({
  ...{ name, contact: 'Nora Wind', email: `${crypto.randomUUID()}@contract.test`, password: 'reels' },
  mediaPlatform: 0 as const,
})
export const asset = async (name: string) =>
  new File([await readFile(join(import.meta.dirname, '../../assets/demo', name))], name)
export const chunk: More = async ({ input }) => chunkOf(String(input.tag), await freshClip(), 1)

/** A title as it must be for a call. */
export const title =
  (set: Parameters<typeof put>[2], field = 'tag'): More =>
  async ({ server, input }) => {
    await put(server, String(input[field]), set)
    return {}
  }
export const uploaded = {
  sourceKey: 'uploads/x',
  status: TitleStatus.Uploaded,
  videoStatus: VideoStatus.Uploaded,
}
export const completed = { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed }
export const publishable = {
  ...{
    classDescription: 'Swing, clean and press.',
    classLanguageCode: 'en-GB',
    imageLink: '/media/images/x.jpg',
  },
  ...{ classCategoryId: 'strength', classSubCategoryId: 'strength-kettlebell' },
  ...{ channelId: 'pulse-house-originals', scheduleDate: '2026-11-20T09:30:00', instructor: 'Jo' },
  ...{ equipmentIds: ['equipment-kettlebell'], focusAreaIds: ['focus-full-body'], intensity: 6, skill: 3 },
}
export const trailer = { trailerWebKey: 'trailers/x/web', trailerMobileKey: 'trailers/x/mobile' }

export const webSample: Partial<WebSettingsDraft> = {
  ...{ lockedContentBehaviour: 'do_nothing', projectId: 'p', url: 'https://acme.example' },
  ...{ localyticsWebId: 'l', landingPageGetAccessLink: 'https://acme.example/join' },
  ...{ numberOfMySubscriptionItemsOnHomePage: 1, subscriptionSource: ['stripe' as const] },
  ...{ secretKey: 's', webHookKey: 'w', publishableKey: 'p', planId: 'plan_1' },
}
export const appSample = {
  localyticsiOSId: 'i',
  localyticsAndroidId: 'a',
  subscriptionSource: ['apple' as const],
}

/** A title that the tenant’s site shows. */
export async function shownTitle({ server }: Given): Promise<string> {
  const { tag } = await server.api('tenant').titles.create({ className: 'On the site' })
  await put(server, tag, { status: TitleStatus.Published, tenants: ['pulsehouse'] })
  return tag
}

/** Puts classes into the collection of the call. */
export async function addClasses(given: Given, count: number): Promise<string[]> {
  const titleTags: string[] = []
  for (let nth = 0; nth < count; nth += 1) titleTags.push(await shownTitle(given))
  const into = { tenantId: 'pulsehouse', tag: String(given.input.tag) }
  await given.server.api('tenant').collections.addClasses({ ...into, titleTags })
  return titleTags
}

let added = 0
/** Each call adds one of its own. */
export function newTenantName() {
  added += 1
  return { name: `Added ${added}` }
}
export const addTenant = async ({ server }: Given): Promise<string> =>
  (await server.api('admin').tenants.create({ ...tenantSample, ...newTenantName() })).tenantId

/** Another title of the same owner has the file. */
export async function proveStored({ server, input }: Given) {
  const api = server.api('tenant')
  const bytes = await freshClip()
  await sendFile(api, (await api.titles.create({ className: 'First' })).tag, bytes)
  const slice: FileSource['slice'] = async (start, end) => new Blob([bytes.slice(start, end)])
  const source = { name: 'class.mp4', size: bytes.length, slice }
  const named = { tag: String(input.tag), role: 'video' as const }
  const sample = await sampleOf(source)
  const asked = await api.uploads.offer({ ...named, totalSize: bytes.length, sample })
  const proof = await answerTo(asked!, source)
  return { ...named, challenge: asked!.challenge, proof, digest: fileDigest(bytes) }
}
