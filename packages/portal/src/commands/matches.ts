const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether a label holds every word that is searched for, accents and case aside. */
export function matches(label: string, search: string): boolean {
  const words = plain(label)
  return plain(search)
    .split(/\s+/)
    .every(word => words.includes(word))
}
