import { type SiteDocument, type SiteEvent, type SiteTitle, siteContent } from '@kinora/core'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import { type HeadingName, Lead, Missing } from './class-cards.tsx'
import { Player, type PlayerProps } from './player.tsx'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { useContent } from './use-content.ts'

export interface ClassPageProps extends PartProps {
  tag: string
  /** Of its name; `h1` unless given. */
  heading?: HeadingName
  /** What its player takes. */
  player?: Partial<Omit<PlayerProps, 'tag' | 'isEvent' | 'title'>>
  /** The address of the page of a channel, and what is called in its place. */
  channelHref?: (tag: string) => string
  onChannel?: (tag: string) => void
  /** Below the facts. */
  renderFacts?: (title: SiteTitle) => ReactNode
  /** At the end of the page. */
  children?: ReactNode
}

/** EMBED-04: a class with its player, what staff say of it and its documents. */
export function ClassPage({ tag, heading: Heading = 'h1', player, children, ...props }: ClassPageProps) {
  const { channelHref, onChannel, renderFacts, ...rest } = props
  const { text } = useViewer()
  const { data: title, isError } = useContent(siteContent.title, { tag }, { isOneThing: true })
  if (title === undefined) return <Missing heading={Heading} isReading={!isError} />
  const { instructor, durationSecond, channelId, channelName, documents } = title
  return (
    <Part {...rest}>
      <article>
        <Heading>
          <bdi>{title.className}</bdi>
        </Heading>
        <Player {...player} tag={tag} title={title} />
        <p>
          <bdi>{instructor}</bdi> · {text('minutes', { count: Math.ceil(durationSecond / 60) })} ·{' '}
          {channelId === null ? (
            channelName
          ) : (
            <Lead id={channelId} href={channelHref} onOpen={onChannel}>
              {channelName}
            </Lead>
          )}
        </p>
        <Facts of={title} />
        {title.isEquipment ? <p>{text('needsEquipment')}</p> : null}
        {title.alternateLink ? (
          <p>
            <a href={title.alternateLink} rel="noreferrer">
              {text('seeAlso')}
            </a>
          </p>
        ) : null}
        {renderFacts?.(title)}
        <RichText text={title.classDescription} dir="auto" />
        {documents.length === 0 ? null : <Documents documents={documents} />}
        {children}
      </article>
    </Part>
  )
}

export interface EventPageProps extends PartProps {
  eventId: string
  /** Of its name; `h1` unless given. */
  heading?: HeadingName
  /** What its player takes. */
  player?: ClassPageProps['player']
}

/** EMBED-04, LIVE-04, LIVE-05: a class of the schedule, which everybody sees at the same second. */
export function EventPage({ eventId, heading: Heading = 'h1', player, ...rest }: EventPageProps) {
  const { data, isError } = useContent(siteContent.schedule, {})
  const [last, setLast] = useState<SiteEvent>()
  const found = data?.data.find(each => each.eventId === eventId)
  if (found !== undefined && found !== last) setLast(found)
  // Whoever is some seconds behind sees it to its end, though the schedule has gone on.
  const event = found ?? (last?.eventId === eventId ? last : undefined)
  if (event === undefined) return <Missing heading={Heading} isReading={data === undefined && !isError} />
  const title = { className: event.title, imageLink: event.imageUrl }
  return (
    <Part {...rest}>
      <article>
        <Heading>
          <bdi>{event.title}</bdi>
        </Heading>
        <Player {...player} tag={eventId} isEvent title={title} />
        <Facts of={event} />
        <RichText text={event.description} dir="auto" />
      </article>
    </Part>
  )
}

type Described = Pick<
  SiteTitle,
  'classCategory' | 'classSubCategory' | 'level' | 'equipmentTypeTags' | 'focusAreaTags' | 'labelTags'
>

/** EVENT-18: what a class is, as staff has described it. */
function Facts({ of }: { of: Described }) {
  const { text } = useViewer()
  const { classCategory, classSubCategory, level, equipmentTypeTags, focusAreaTags, labelTags } = of
  // A label may have the name of an equipment.
  const facts = new Set([
    ...[classCategory, classSubCategory],
    ...equipmentTypeTags,
    ...focusAreaTags,
    ...labelTags,
  ])
  return (
    <p>
      {[...[...facts].filter(Boolean), ...(level === null ? [] : [text('level', { level })])].join(' · ')}
    </p>
  )
}

/** The PDFs of a class, to be saved. */
function Documents({ documents }: { documents: readonly SiteDocument[] }) {
  const { text, viewer } = useViewer()
  const [hasFailed, setFailed] = useState(false)
  const save = async ({ documentId, documentName }: SiteDocument): Promise<void> => {
    setFailed(false)
    try {
      await saveFile(await viewer.send(siteContent.document, { documentId }), documentName)
    } catch {
      setFailed(true)
    }
  }
  return (
    <section aria-label={text('documents')}>
      <strong>{text('documents')}</strong>
      <ul>
        {documents.map(each => (
          <li key={each.documentId}>
            <button type="button" onClick={() => void save(each)}>
              <bdi>{each.title}</bdi> (PDF, {each.pages})
            </button>
          </li>
        ))}
      </ul>
      <div role="status">{hasFailed ? text('notSaved') : null}</div>
    </section>
  )
}
