/** How bytes may be packed on the wire. */
export type Encoding = 'br' | 'gzip'

export interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
  /** How the bytes are packed; plain where it is left out. */
  encoding?: Encoding
}

/** The built portal, read by path below its folder. */
export interface FilesPort {
  /** Packed in the first of the accepted ways that the build has prepared, else plain. */
  read(path: string, accepted?: readonly Encoding[]): Promise<StoredFile | undefined>
}
