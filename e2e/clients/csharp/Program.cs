using System;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;

/// <summary>What a test says comes in as JSON, and what the program finds goes out as JSON.</summary>
static class Program
{
    static int Main(string[] words)
    {
        var found = words[0] == "calls" ? Calls.Run(Read<CallsAsked>()).Result : Day.Run(Read<DayAsked>()).Result;
        Console.Out.Write(found);
        return 0;
    }

    static Asked Read<Asked>()
    {
        using (var input = Console.OpenStandardInput())
        using (var text = new MemoryStream())
        {
            input.CopyTo(text);
            text.Position = 0;
            return (Asked)new DataContractJsonSerializer(typeof(Asked)).ReadObject(text);
        }
    }

    public static string Json<Value>(Value value)
    {
        using (var text = new MemoryStream())
        {
            new DataContractJsonSerializer(typeof(Value)).WriteObject(text, value);
            return Encoding.UTF8.GetString(text.ToArray());
        }
    }
}

[DataContract]
class GivenCredential
{
    [DataMember] public string apiKey;
    [DataMember] public string clientId;
    [DataMember] public string clientSecret;
}

/// <summary>Times are seconds.</summary>
[DataContract]
class GivenOptions
{
    [DataMember] public double? deadline;
    [DataMember] public double? tryMax;
    [DataMember] public int? triesMax;
    [DataMember] public double? backoff;
    [DataMember] public double? backoffMax;
    [DataMember] public double? retryAfterMax;

    public Aliado.ClientOptions Options()
    {
        var options = new Aliado.ClientOptions();
        options.Deadline = Seconds(deadline) ?? options.Deadline;
        options.TryMax = Seconds(tryMax) ?? options.TryMax;
        options.TriesMax = triesMax ?? options.TriesMax;
        options.Backoff = Seconds(backoff) ?? options.Backoff;
        options.BackoffMax = Seconds(backoffMax) ?? options.BackoffMax;
        options.RetryAfterMax = Seconds(retryAfterMax) ?? options.RetryAfterMax;
        return options;
    }

    public static TimeSpan? Seconds(double? seconds)
    {
        return seconds == null ? (TimeSpan?)null : TimeSpan.FromSeconds(seconds.Value);
    }
}
