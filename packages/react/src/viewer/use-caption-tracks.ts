import { useEffect, useState } from 'react'
import { useViewer } from './provider.tsx'

export interface CaptionChoice {
  language: string
  title: string
}

export interface Captions {
  choices: readonly CaptionChoice[]
  /** A language; empty for none. */
  chosen: string
  choose(language: string): void
  /** Off, or on in the language that was chosen last. */
  toggle(): void
}

/** EMBED-04: captions in the language that somebody chose, here or with another class. */
export function useCaptionTracks(
  video: HTMLVideoElement | null,
  choices: readonly CaptionChoice[],
): Captions {
  const key = `${useViewer().viewer.name}.captions`
  const [wanted, setWanted] = useState(() => readStored(key))
  const chosen = choices.some(({ language }) => language === wanted) ? wanted : ''
  useEffect(() => {
    for (const element of video?.querySelectorAll('track') ?? [])
      element.track.mode = chosen !== '' && element.srclang === chosen ? 'showing' : 'disabled'
  })
  const choose = (language: string) => {
    setWanted(language)
    try {
      localStorage.setItem(key, language)
      if (language !== '') localStorage.setItem(`${key}.last`, language)
    } catch {
      // It is chosen for this time alone.
    }
  }
  const toggle = () => {
    const last = readStored(`${key}.last`)
    const known = choices.find(({ language }) => language === last) ?? choices[0]
    choose(chosen === '' ? (known?.language ?? '') : '')
  }
  return { choices, chosen, choose, toggle }
}

function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
