import { type SiteDocument, type SiteTitle, siteContent } from '@kinora/core'
import type { ReactNode } from 'react'
import { RichText } from '../rich-text/rich-text.tsx'
import { type HeadingName, Lead, Missing } from './class-cards.tsx'
import { Player, type PlayerProps } from './player.tsx'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { useContent } from './use-content.ts'
import type { Viewer } from './viewer.ts'

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
  const { text, viewer } = useViewer()
  const { data: title, isError } = useContent(siteContent.title, { tag })
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
        {documents.length === 0 ? null : (
          <section aria-label={text('documents')}>
            <strong>{text('documents')}</strong>
            <ul>
              {documents.map(each => (
                <li key={each.documentId}>
                  <button type="button" onClick={() => void saveDocument(viewer, each)}>
                    <bdi>{each.title}</bdi> (PDF, {each.pages})
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
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
  const event = data?.data.find(each => each.eventId === eventId)
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
  const facts = [classCategory, classSubCategory, ...equipmentTypeTags, ...focusAreaTags, ...labelTags]
  return (
    <p>{[...facts.filter(Boolean), ...(level === null ? [] : [text('level', { level })])].join(' · ')}</p>
  )
}

/** Saves the PDF of a document that the site shows. */
async function saveDocument(viewer: Viewer, { documentId, documentName }: SiteDocument): Promise<void> {
  const file = await viewer.send(siteContent.document, { documentId })
  const bytes = await new Response(file.body as BodyInit).blob()
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  Object.assign(document.createElement('a'), { href, download: documentName }).click()
  URL.revokeObjectURL(href)
}
