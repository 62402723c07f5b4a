// Makes a file of painted stills, so that the page stays free meanwhile. Each message is answered.
import start, { GifFile, WebmFile } from "./film.js";

/** Of what a video has to begin anew now and then, so that players can jump: in milliseconds. */
const KEY_MS = 1000;
/** So many bits for each dot, in a second: enough for sharp letters. */
const BITS = 3;
/** As browsers and as WebM call them. */
const CODECS = [["vp09.00.40.08", "V_VP9"], ["vp8", "V_VP8"]];

class Gif {
  begin({ width, height }) {
    this.made = new GifFile(width, height);
  }

  look({ still }) {
    this.made.look(still);
  }

  add({ still, ms }) {
    this.made.add(still, ms);
  }

  end() {
    return this.made.file();
  }
}

class Video {
  from = 0;
  key = -Infinity;

  async begin({ width, height }) {
    Object.assign(this, { width, height });
    const size = { width, height, bitrate: width * height * BITS };
    for (const [codec, name] of globalThis.VideoEncoder ? CODECS : []) {
      const { supported } = await VideoEncoder.isConfigSupported({ codec, ...size });
      if (!supported) continue;
      this.made = new WebmFile(width, height, name);
      const failed = (error) => (this.failure = error);
      this.encoder = new VideoEncoder({ output: (chunk) => this.keep(chunk), error: failed });
      this.encoder.configure({ codec, ...size });
      return;
    }
    throw new Error("This browser does not write videos. The moving pictures need nothing of the kind.");
  }

  keep(chunk) {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    this.made.add(bytes, Math.round(chunk.timestamp / 1000), chunk.type === "key");
  }

  async add({ still, ms }) {
    this.encode(still, this.from);
    this.from += ms;
    this.last = still;
    while (this.encoder.encodeQueueSize > 2) await new Promise((turn) => setTimeout(turn, 5));
    if (this.failure) throw this.failure;
  }

  encode(still, from) {
    const { width: codedWidth, height: codedHeight } = this;
    const frame = new VideoFrame(still, { format: "RGBA", codedWidth, codedHeight, timestamp: from * 1000 });
    const keyFrame = from - this.key >= KEY_MS;
    if (keyFrame) this.key = from;
    this.encoder.encode(frame, { keyFrame });
    frame.close();
  }

  async end() {
    // players drop what begins where a video ends: so the last still is there twice
    this.encode(this.last, this.from - 1);
    await this.encoder.flush();
    return this.made.file(this.from);
  }
}

const started = start();
let file;

/** Takes `begin` with the format and the size, perhaps `look`s, then `add`s, each with a still, and `end`. */
async function answer({ does, ...data }) {
  await started;
  if (does === "begin") file = data.format === "gif" ? new Gif() : new Video();
  return file[does](data);
}

let turn = Promise.resolve();

self.onmessage = ({ data }) => {
  turn = turn.then(() => answer(data)).then(
    (done) => self.postMessage({ done }),
    (error) => self.postMessage({ failure: error.message ?? String(error) }),
  );
};
