import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { OfficeFault } from '@/lib/kernel/office-fault'

const inflate = promisify(inflateRaw)

const entriesMax = 2_000
const endRecord = 0x06054b50
const entryRecord = 0x02014b50
const localRecord = 0x04034b50
const endLength = 22
const commentMax = 0xffff

/** Unsigned numbers of an archive (APPNOTE 4.3: little-endian). */
type Entry = { name: string; flags: number; method: number; packed: number; size: number; offset: number }

/**
 * The files of a ZIP archive (APPNOTE 6.3.10) whose name `wanted` accepts. No more than `bytesMax` is ever inflated: the sizes
 * that the archive declares are checked first, and the inflated bytes are bounded all the same. Throws `file_inflates`,
 * `file_encrypted`, `file_unreadable`.
 */
export async function unpackZip(
  bytes: Buffer,
  options: { bytesMax: number; wanted: (name: string) => boolean },
): Promise<Map<string, Buffer>> {
  const entries = entriesOf(bytes).filter(({ name }) => options.wanted(name))
  const declared = entries.reduce((sum, { size }) => sum + size, 0)
  if (declared > options.bytesMax) throw new OfficeFault('file_inflates')
  const files = new Map<string, Buffer>()
  let left = options.bytesMax
  for (const entry of entries) {
    const file = await contentOf(bytes, entry, left)
    left -= file.length
    files.set(entry.name, file)
  }
  return files
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > entriesMax) throw new OfficeFault('file_unreadable')
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryRecord) throw new OfficeFault('file_unreadable')
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record is the last thing in the archive, except for a comment. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - endLength; at >= Math.max(0, bytes.length - endLength - commentMax); at--) {
    if (bytes.readUInt32LE(at) === endRecord) return at
  }
  throw new OfficeFault('file_unreadable')
}

async function contentOf(bytes: Buffer, entry: Entry, bytesMax: number): Promise<Buffer> {
  const { flags, method, packed, offset } = entry
  if (flags & 1) throw new OfficeFault('file_encrypted')
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localRecord) throw new OfficeFault('file_unreadable')
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(from, from + packed)
  if (method === 0) {
    if (content.length > bytesMax) throw new OfficeFault('file_inflates')
    return content
  }
  if (method !== 8) throw new OfficeFault('file_unreadable')
  try {
    return await inflate(content, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    const beyond = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new OfficeFault(beyond ? 'file_inflates' : 'file_unreadable')
  }
}

/** Packs these files uncompressed, for a library that bounds nothing itself. The archive's checksums are left at zero. */
export function packPlainly(files: ReadonlyMap<string, Buffer>): ArrayBuffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const nameBytes = Buffer.from(name)
    // Both kinds of record have the same fields from the version needed to the lengths.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(entryRecord, 0)
    entry.writeUInt16LE(20, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(localRecord, 0)
    parts.push(local, common, nameBytes, content)
    directory.push(entry, nameBytes)
    offset += 30 + nameBytes.length + content.length
  }
  const end = Buffer.alloc(endLength)
  end.writeUInt32LE(endRecord, 0)
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  const whole = Buffer.concat([...parts, ...directory, end])
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer
}
