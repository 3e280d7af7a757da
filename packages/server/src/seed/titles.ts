import { TitleStatus } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { type NewTitleRow, titlesTable } from '../stored-titles/tables.ts'
import { demoClips, toDemoTag } from './clips.ts'
import { demoChannels } from './organisations.ts'
import { type DemoLine, demoLines, demoStates } from './title-catalogue.ts'

const covers = 12
const hour = 3_600_000

/** About sixty titles of every owner in every state; six more wait for their clips, see `startDemoClips`. */
export async function seedTitles(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const images: string[] = []
  for (let number = 1; number <= covers; number++) {
    const cover = await assets.read(`/cover-${String(number).padStart(2, '0')}.jpg`)
    if (cover !== undefined) images.push(await storeImage({ blobs, db }, cover.bytes, 'jpg'))
  }
  const now = clock.now()
  const all = demoLines.flatMap(line => line.names.map(name => ({ line, name })))
  const rows = all.map(({ line, name }, index) =>
    toRow(line, name, { index, now, imageLink: images[index % images.length] ?? null }),
  )
  await db.insert(titlesTable).values([
    ...rows,
    ...demoClips.map((clip, index) => ({
      ...clip.title,
      createdAt: new Date(now.getTime() - index * 1000),
    })),
  ])
}

interface Place {
  index: number
  now: Date
  imageLink: string | null
}

function toRow(line: DemoLine, className: string, { index, now, imageLink }: Place): NewTitleRow {
  const state = demoStates[index % demoStates.length]!
  const created = new Date(now.getTime() - (index + 1) * 17 * hour)
  const isBare =
    state.status === TitleStatus.None ||
    (state.status === TitleStatus.Incomplete && state.videoStatus === null)
  const isPublished = state.status === TitleStatus.Published
  const isClub = line.channelId === 'ironside-club-floor'
  return {
    tag: toDemoTag(index),
    providerId: line.providerId,
    tenantId: line.tenantId,
    className,
    classDescription: isBare
      ? ''
      : `${className} with ${line.instructor}: warm-up, main set and cool-down at your own pace.`,
    classCategoryId: line.category,
    classSubCategoryId: isBare ? null : line.subCategory,
    classLanguageCode: line.language,
    channelId: line.channelId,
    scheduleDate: isBare ? null : new Date(created.getTime() + 48 * hour).toISOString().slice(0, 19),
    durationSecond: state.videoStatus === null ? 0 : 480 + ((index * 397) % 3000),
    equipmentIds: isBare ? [] : [line.equipment],
    focusAreaIds: [line.focus],
    labelIds: index % 3 === 0 ? ['label-beginner'] : index % 5 === 0 ? ['label-express'] : [],
    keywords: [line.category, line.subCategory.split('-').at(-1)!],
    instructor: line.instructor,
    intensity: isBare ? null : 1 + ((index * 3) % 10),
    skill: isBare ? null : 1 + ((index * 7) % 10),
    imageLink: isBare ? null : imageLink,
    thumbnailType: 'custom',
    isEquipment: line.equipment !== 'equipment-none',
    ...(isPublished && isClub ? { ...state, status: TitleStatus.Completed } : state),
    ...(isPublished && !isClub
      ? { publishedDate: new Date(created.getTime() + 2 * hour), tenants: audienceOf(line.channelId) }
      : {}),
    createdAt: created,
    updatedAt: new Date(created.getTime() + hour),
    statusSince: new Date(created.getTime() + hour),
  }
}

const audienceOf = (channelId: string | null): string[] =>
  [...(demoChannels.find(channel => channel.tag === channelId)?.tenants ?? [])].sort()
